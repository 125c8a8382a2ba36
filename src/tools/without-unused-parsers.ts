import type { Plugin } from 'vite'

/** An issue's explanation, which nobody is shown: two in one file. */
const note = /^ +note: "Integers must be within the safe integer range\.",$/m

/** What schemas offer besides `parse` and `safeParse`, by the file of zod that offers it. No browser code uses it. */
const unused: Readonly<Record<string, readonly RegExp[]>> = {
  'mini/schemas.js': [
    /^ {4}parseAsync\(data, params\) \{[\s\S]*?^ {4}\},$/m,
    /^ {4}safeParseAsync\(data, params\) \{[\s\S]*?^ {4}\},$/m,
    /^ {4}get with\(\) \{[\s\S]*?^ {4}\},\n {4}set with\(value\) \{[\s\S]*?^ {4}\},$/m,
    /^ {4}brand\(\) \{[\s\S]*?^ {4}\},$/m,
    /^ {4}apply\(fn, \.\.\.args\) \{[\s\S]*?^ {4}\},$/m,
  ],
  'core/checks.js': [note, note],
  'core/schemas.js': [/^ {4}get "~standard"\(\) \{[\s\S]*?^ {4}\},\n {4}set "~standard"\(value\) \{[\s\S]*?^ {4}\},$/m],
}

/** Removes what the browser does not use of zod's schemas; throws where zod has them in another form. */
export function withoutUnusedParsers(): Plugin {
  return {
    name: 'without-unused-parsers',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    transform: {
      filter: { id: /\/zod\/v4\/(?:mini\/schemas|core\/(?:schemas|checks))\.js$/ },
      handler: (code, id) => (unused[id.split('/').slice(-2).join('/')] ?? []).reduce(without, code),
    },
  }
}

function without(code: string, part: RegExp): string {
  if (!part.test(code))
    throw new Error('zod has its schemas in another form now: src/tools/without-unused-parsers.ts has to follow.')
  return code.replace(part, '')
}
