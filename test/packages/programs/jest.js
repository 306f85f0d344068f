// Jest in a process of its own, over a file of tests.
const { spawnSync } = require('child_process');
const fs = require('fs');
const os = require('os');
const path = require('path');
const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'jest-'));
fs.writeFileSync(path.join(dir, 'package.json'), '{}');
fs.writeFileSync(path.join(dir, 'a.test.js'), `
test('adds', () => expect(1 + 2).toBe(3));
test('waits', async () => { await expect(Promise.resolve([1])).resolves.toEqual([1]); });
test('mocks', () => { const f = jest.fn(); f(1); expect(f).toHaveBeenCalledWith(1); });
test('timers', () => { jest.useFakeTimers(); let x = 0; setTimeout(() => x++, 1e3); jest.advanceTimersByTime(1e3); expect(x).toBe(1); });
test('fails', () => expect({ a: 1 }).toEqual({ a: 2 }));
`);
const { stdout, status } = spawnSync(process.execPath, [require.resolve('jest/bin/jest.js'),
    '--rootDir', dir, '-i', '--no-cache', '--watchman=false', '--json'], { encoding: 'utf8' });
const { numPassedTests, numFailedTests, testResults } = JSON.parse(stdout);
console.log(status, numPassedTests, numFailedTests, testResults[0].assertionResults.map((r) => `${r.title}: ${r.status}`));
fs.rmSync(dir, { recursive: true });
