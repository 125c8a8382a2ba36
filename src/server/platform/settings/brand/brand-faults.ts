/** Why a picture of the brand is refused. */
export const brandPictureFaults = ['setting', 'missing', 'too_large', 'kind', 'no_drawing', 'unsafe', 'broken'] as const
export type BrandPictureFault = (typeof brandPictureFaults)[number]
