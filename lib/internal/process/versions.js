'use strict';
/* internal/process/versions - what this runtime says of itself: `process.version` and
 * so on. To ask for the versions makes bindings that a start does without. */

const binding = internalBinding('process');
/* Loaded when first used: internal/modules/helpers. */

const version = 'v24.21.0';

/* Writing to one has no effect. */
function readOnly(values) {
    const object = {};
    for (const name in values) {
        Object.defineProperty(object, name, {
            __proto__: null, value: values[name], writable: false,
            enumerable: true, configurable: true,
        });
    }
    return object;
}

function makeVersions() {
    const coders = internalBinding('zlib');
    return readOnly({
        node: version.slice(1),
        orrery: binding.version,
        uv: '1.52.1',
        modules: '137',
        napi: '10',
        openssl: internalBinding('crypto').headerVersion,
        quickjs: '0.17.0',
        zlib: coders.zlibVersion,
        brotli: coders.brotliVersion,
        zstd: coders.zstdVersion,
    });
}

const release = readOnly({ name: 'node', lts: 'Krypton' });

const features = {
    inspector: false,
    debug: false,
    uv: true,
    ipv6: true,
    tls_alpn: true,
    tls_sni: true,
    tls_ocsp: true,
    tls: true,
    openssl_is_boringssl: false,
    get cached_builtins() { return true; },
    get require_module() {
        return require('internal/modules/helpers').options.requireModule;
    },
    get quic() { return false; },
    get typescript() { return false; },
};

const config = Object.freeze({
    target_defaults: Object.freeze({
        cflags: [], default_configuration: 'Release', defines: [],
        include_dirs: [], libraries: [],
    }),
    variables: Object.freeze({
        napi_build_version: '10', node_module_version: 137, node_shared: false,
        v8_enable_i18n_support: 1,
    }),
});

const machines = {
    __proto__: null, x86_64: 'x64', aarch64: 'arm64', i686: 'ia32',
    armv7l: 'arm', riscv64: 'riscv64', ppc64le: 'ppc64', s390x: 's390x',
};
function getArch() {
    const machine = internalBinding('host').uname()[3];
    return machines[machine] ?? machine;
}

module.exports = {
    config,
    features,
    getArch,
    makeVersions,
    release,
    version,
};
