import { z } from 'zod/mini'

/** Kinds of records whose arrival the console announces. */
export const newsKinds = ['orders', 'returns'] as const
export type NewsKind = (typeof newsKinds)[number]

const keys = z.readonly(z.array(z.string().check(z.maxLength(80))))
/** Arrivals by key; keys rise with time, and only count. */
export const newsSchema = z.readonly(z.object({ orders: keys, returns: keys }))
export type News = z.infer<typeof newsSchema>
/** The newest arrival of each kind that a page shows. */
export type NewsMark = Readonly<Record<NewsKind, string>>
