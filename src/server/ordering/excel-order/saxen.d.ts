/** The part of saxen that we use; the package has no types. */
declare module 'saxen' {
  type DecodeEntities = (text: string) => string

  export class Parser {
    on(
      event: 'openTag',
      listener: (name: string, attributes: () => Record<string, string>, decode: DecodeEntities) => void,
    ): this
    on(event: 'closeTag', listener: (name: string) => void): this
    on(event: 'text', listener: (text: string, decode: DecodeEntities) => void): this
    on(event: 'cdata' | 'attention', listener: (text: string) => void): this
    on(event: 'error', listener: (error: Error) => void): this
    parse(xml: string): void
  }
}
