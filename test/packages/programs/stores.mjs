// xstate, Redux Toolkit, mobx, zustand: state, and who is told when it changes.
import { assign, createActor, fromPromise, setup, waitFor } from 'xstate';
import { configureStore, createAsyncThunk, createSlice } from '@reduxjs/toolkit';
import { autorun, makeAutoObservable, runInAction } from 'mobx';
import { createStore } from 'zustand/vanilla';

const machine = setup({
    actors: { load: fromPromise(async ({ input }) => input * 2) },
    guards: { isBig: ({ context }) => context.n > 3 },
    delays: { soon: 10 },
}).createMachine({
    initial: 'idle',
    context: { n: 0 },
    states: {
        idle: {
            on: {
                ADD: { actions: assign({ n: ({ context }) => context.n + 1 }) },
                GO: { guard: 'isBig', target: 'working' },
            },
        },
        working: {
            invoke: {
                src: 'load',
                input: ({ context }) => context.n,
                onDone: {
                    target: 'waiting',
                    actions: assign({ n: ({ event }) => event.output }),
                },
            },
        },
        waiting: { after: { soon: 'end' } },
        end: { type: 'final' },
    },
});
const actor = createActor(machine);
actor.subscribe({
    next: (s) => console.log(s.value, s.context.n, s.status),
    complete: () => console.log('complete'),
});
actor.start();
for (const type of ['GO', 'ADD', 'ADD', 'ADD', 'ADD', 'GO']) actor.send({ type });
await waitFor(actor, (s) => s.matches('end'));

const double = createAsyncThunk('x/double', async (n, { rejectWithValue }) =>
    n < 0 ? rejectWithValue('negative') : n * 2,
);
const slice = createSlice({
    name: 'x',
    initialState: { value: 0, error: null },
    reducers: {
        add(state, { payload }) {
            state.value += payload;
        },
    },
    extraReducers: (builder) =>
        builder
            .addCase(double.fulfilled, (state, { payload }) => {
                state.value = payload;
            })
            .addCase(double.rejected, (state, { payload }) => {
                state.error = payload;
            }),
});
const store = configureStore({ reducer: { x: slice.reducer } });
store.subscribe(() => console.log(JSON.stringify(store.getState())));
store.dispatch(slice.actions.add(5));
await store.dispatch(double(4));
await store.dispatch(double(-1));

class List {
    items = [1];
    constructor() {
        makeAutoObservable(this);
    }
    get sum() {
        return this.items.reduce((a, b) => a + b, 0);
    }
    add(item) {
        this.items.push(item);
    }
}
const list = new List();
autorun(() => console.log('sum', list.sum));
list.add(2);
runInAction(() => {
    list.items[0] = 10;
    list.items.push(3);
});

const counter = createStore((set) => ({
    n: 0,
    add: () => set(({ n }) => ({ n: n + 1 })),
}));
counter.subscribe((now, before) => console.log(now.n, before.n));
counter.getState().add();
