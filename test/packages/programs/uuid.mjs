import { v5, v4, validate, v7 } from 'uuid';
import { nanoid, customAlphabet } from 'nanoid';
console.log(v5('hello', v5.URL), validate(v4()), v7().length, nanoid().length, customAlphabet('a', 5)());
