/** A picture that a text can show, in the language of that text. */
type PictureChoice = {
  readonly name: string
  readonly alt: string
  readonly src: string
  readonly thumb: string
  /** CSS pixels of the file at `src`. */
  readonly width: number
  readonly height: number
}

export type PictureChoicesPage = { readonly pictures: readonly PictureChoice[] }
