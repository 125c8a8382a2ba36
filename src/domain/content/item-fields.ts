/** The fields of each kind of content, apart from the steps of a guide. */
export const fieldsOfKind = {
  page: ['title', 'slug', 'description', 'html'],
  widget: ['html', 'hidden'],
  guide: [
    'title',
    'slug',
    'introduction',
    'difficulty',
    'from',
    'to',
    'category',
    'devices',
    'series',
    'parts',
    'tools',
    'numbers',
    'partsCategory',
  ],
} as const satisfies Record<'page' | 'widget' | 'guide', readonly string[]>

/** The fields of each step of a guide. */
export const stepFields = ['title', 'text', 'warning', 'picture'] as const

type FieldName = (typeof fieldsOfKind)[keyof typeof fieldsOfKind][number] | (typeof stepFields)[number]

/** The names of all fields, each once. */
export const fieldNames: readonly FieldName[] = [...new Set([...Object.values(fieldsOfKind).flat(), ...stepFields])]
