import { featureNames, withFeatures, type CatalogColumns, type TextsAt } from './feature-columns.ts'

/** English, where a file has names in several languages. */
const english = '[@langid="1"]'

/** What the attributes of ICEcat mean, and its features as columns. */
export function icecatColumns(textsAt: TextsAt): CatalogColumns {
  const has = (path: string) => textsAt(path).length > 0
  const language = new Set(textsAt('ProductFeature/Feature/Name/@langid')).size > 1 ? english : ''
  const firstOf = (name: string, ...paths: string[]): Record<string, string> => {
    const path = paths.find(has)
    return path === undefined ? {} : { [name]: path }
  }
  const fixed = {
    ...firstOf('name', '@Title', '@Name'),
    ...firstOf('description', 'ProductDescription/@LongDesc', 'ProductDescription/@ShortDesc'),
    ...firstOf('brand', 'Supplier/@Name'),
    ...firstOf('category', `Category/Name${english}/@Value`, 'Category/Name/@Value'),
    ...firstOf('ean', 'EANCode/@EAN'),
    ...firstOf('picture', '@HighPic', '@OriginalPic', '@LowPic'),
    ...firstOf('pictures', 'ProductGallery/ProductPicture/@Pic', 'ProductGallery/ProductPicture/@Original'),
    ...firstOf('datasheet', 'ProductMultimediaObject/MultimediaObject[@ContentType="application/pdf"]/@URL'),
  }
  const nameAt = `Feature/Name${language}/@Value`
  const features = featureNames(textsAt(`ProductFeature/${nameAt}`)).map((name) => {
    const feature = `ProductFeature[${nameAt}="${name}"]`
    const signs = textsAt(`${feature}/Feature/Measure/@Sign`)
    // With its unit a number is text, and without one yes is the letter Y.
    return { name, path: `${feature}/@${signs.length > 0 ? 'Value' : 'Presentation_Value'}`, units: signs }
  })
  return { paths: ['@Prod_id'], ...withFeatures(fixed, features), pricesOfSeveral: 0 }
}
