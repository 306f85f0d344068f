import source from from './adds.wasm';
import source source from './adds.wasm';
import { add } from './adds.wasm';
import * as whole from './adds.wasm';
export { from, source, add, whole };
