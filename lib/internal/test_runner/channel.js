'use strict';
/* internal/test_runner/channel - tracing:node.test of diagnostics_channel: a
 * test's start, its error and its end. */

/* Loaded when first used: diagnostics_channel. */

let tracing;

function getTracing() {
    return tracing ??=
        require('diagnostics_channel').tracingChannel('node.test');
}

function describe(test) {
    return test.channelContext ??= {
        __proto__: null, name: test.name, nesting: test.nesting,
        file: test.file, type: test.type,
    };
}

const channels = {
    end(test) {
        const { end } = getTracing();
        if (end.hasSubscribers)
            end.publish(describe(test));
    },

    error(test, error) {
        const channel = getTracing().error;
        if (channel.hasSubscribers) {
            channel.publish({
                __proto__: null, ...describe(test), error,
            });
        }
    },
};

/* Runs `fn` in the stores that are bound to the start. A suite publishes its
 * end itself, after its tests. */
function enterChannel(test, fn) {
    const { start } = getTracing();
    const work = async () => {
        await fn();
        if (test.type === 'test')
            channels.end(test);
    };
    return start.hasSubscribers ? start.runStores(describe(test), work) :
        work();
}

module.exports = { channels, enterChannel };
