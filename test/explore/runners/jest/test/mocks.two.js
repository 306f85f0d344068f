jest.mock('../src/cache');
const { save } = require('../src/cache');

test('mocks', () => {
    expect(save('x', 1)).toBeUndefined();
    expect(save).toHaveBeenCalledWith('x', 1);
});

test('timers', () => {
    jest.useFakeTimers();
    const fn = jest.fn();
    setTimeout(fn, 1000);
    jest.advanceTimersByTime(1000);
    expect(fn).toHaveBeenCalledTimes(1);
});

test('snapshots', () => {
    expect({ a: 1 }).toMatchInlineSnapshot(`
{
  "a": 1,
}
`);
});
