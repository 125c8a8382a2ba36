/** The page-cache tag of every page that shows or names repair guides. */
export const guidesTag = 'guides'
