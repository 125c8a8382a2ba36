/** The field of a form that makes something: sent again with the same key, it makes nothing more. */
export const formKeyField = 'form_key'
