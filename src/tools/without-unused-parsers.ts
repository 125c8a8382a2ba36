import type { Plugin } from 'vite'

/** What schemas offer besides `parse` and `safeParse`, by the file of zod that offers it. No browser code calls it. */
const unused: Readonly<Record<string, readonly RegExp[]>> = {
  'mini/schemas.js': [
    /^ {4}parseAsync\(data, params\) \{[\s\S]*?^ {4}\},$/m,
    /^ {4}safeParseAsync\(data, params\) \{[\s\S]*?^ {4}\},$/m,
    /^ {4}get with\(\) \{[\s\S]*?^ {4}\},\n {4}set with\(value\) \{[\s\S]*?^ {4}\},$/m,
    /^ {4}brand\(\) \{[\s\S]*?^ {4}\},$/m,
    /^ {4}apply\(fn, \.\.\.args\) \{[\s\S]*?^ {4}\},$/m,
  ],
  'core/schemas.js': [/^ {4}get "~standard"\(\) \{[\s\S]*?^ {4}\},\n {4}set "~standard"\(value\) \{[\s\S]*?^ {4}\},$/m],
}

/** Removes methods of zod's schemas that the browser does not use; throws where zod has them in another form. */
export function withoutUnusedParsers(): Plugin {
  return {
    name: 'without-unused-parsers',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    transform: {
      filter: { id: /\/zod\/v4\/(?:mini|core)\/schemas\.js$/ },
      handler: (code, id) => (unused[id.split('/').slice(-2).join('/')] ?? []).reduce(without, code),
    },
  }
}

function without(code: string, method: RegExp): string {
  if (!method.test(code))
    throw new Error('zod has its methods in another form now: src/tools/without-unused-parsers.ts has to follow.')
  return code.replace(method, '')
}
