/** An element of a row; names have the profile's prefixes. */
export type XmlNode = {
  name: string
  attributes: ReadonlyMap<string, string>
  texts: string[]
  children: XmlNode[]
}
