import Joi from 'joi';
import { z } from 'zod';
import Ajv from 'ajv';
import * as yup from 'yup';
console.log(Joi.object({ a: Joi.number().min(3) }).validate({ a: 1 }).error.message);
console.log(z.object({ a: z.string().email() }).safeParse({ a: 'x' }).error.issues[0].message);
const check = new Ajv().compile({ type: 'object', required: ['a'], properties: { a: { type: 'integer' } } });
console.log(check({}), check.errors[0].message, check({ a: 1 }));
console.log(await yup.object({ a: yup.number().required() }).validate({}).catch((e) => e.errors));
