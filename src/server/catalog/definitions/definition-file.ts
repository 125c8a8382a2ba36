import { z } from 'zod'
import { attributeKinds } from '../../../domain/products/attribute-kinds.ts'
import { markupsSettings } from '../../../domain/settings/markups.ts'
import { isAddress } from '../maintenance/is-address.ts'

/** Texts cannot hold the one character that PostgreSQL cannot store. */
const text = (max: number) =>
  z
    .string()
    .max(max)
    .refine((value) => !value.includes('\0'), 'has a character that cannot be stored')
const filled = (max: number) => text(max).min(1)
const bilingual = <Each extends z.ZodType>(each: Each) => z.strictObject({ en: each, sv: each })
const id = filled(120)
const slug = z
  .string()
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'must be lower-case letters, digits and hyphens')
  .max(120)
const whole = (min: number) => z.int().min(min).max(1_000_000)
const word = filled(40).regex(/^[\p{L}\p{N}]+$/u, 'must be a folded word')
const phrase = filled(122).regex(/^[\p{L}\p{N}]+(?: [\p{L}\p{N}]+){0,2}$/u, 'must be one to three folded words')
const address = filled(500).refine(isAddress, 'must be a path or begin with https://')
const fileName = z
  .string()
  .regex(/^[a-zA-Z0-9_-][a-zA-Z0-9._-]*$/, 'must be letters, digits, dots and hyphens')
  .max(120)
const list = <Each extends z.ZodType>(each: Each, max = 100_000) => z.array(each).max(max).default([])

const category = z.strictObject({
  id,
  parent: id.nullable(),
  name: bilingual(filled(250)),
  slug: bilingual(slug),
  description: bilingual(text(20_000)),
  /** For search engines. */
  page_title: bilingual(text(250)).optional(),
  meta_description: bilingual(text(500)).optional(),
  position: whole(-1_000_000),
  menu: z.boolean(),
  picture: fileName.nullable(),
  uri: address.nullable(),
  /** Ids of attributes: those on cards, and those in which alternatives agree. */
  facts: list(id, 8),
  fits: list(id, 8),
})

const attribute = z.strictObject({
  id,
  name: bilingual(filled(250)),
  unit: text(40),
  facet: z.boolean(),
  kind: z.enum(attributeKinds).optional(),
  /** Whether staff have made or changed it, so that imports keep it. */
  edited: z.boolean().optional(),
  position: whole(0),
  values: list(z.strictObject({ value: filled(250), en: text(250).optional(), sv: text(250).optional() })),
})

const tag = z.strictObject({
  id,
  position: whole(0),
  name: bilingual(filled(250)),
  slug: bilingual(slug),
  description: bilingual(text(20_000)),
  /** Article numbers, in their order. */
  articles: list(filled(60)),
})

/** What products refer to, as `export definitions` writes it. */
export const definitionFile = z.strictObject({
  format: z.literal('shop definitions 1'),
  pictures: list(z.strictObject({ id: fileName, width: whole(1), height: whole(1) }), 2_000_000),
  documents: list(z.strictObject({ id: fileName, bytes: z.int().min(1).max(100_000_000) }), 2_000_000),
  attributes: list(attribute),
  categories: list(category),
  brands: list(
    z.strictObject({
      id,
      name: filled(250),
      slug,
      maker: text(2_000),
      eu_contact: text(2_000),
      description_en: text(20_000).optional(),
      description_sv: text(20_000).optional(),
    }),
  ),
  devices: list(
    z.strictObject({
      id,
      brand: filled(250),
      series: text(250),
      model: filled(250),
      slug,
      type_numbers: text(4_000),
    }),
    1_000_000,
  ),
  tags: list(tag, 10_000),
  hints: list(
    z.strictObject({
      id,
      language: z.enum(['en', 'sv']),
      trigger: filled(250),
      hint: text(500),
      url: address,
      url_title: text(250),
    }),
    10_000,
  ),
  synonyms: list(z.strictObject({ phrase, words: z.array(word).min(1).max(1_000) })),
  markups: z.optional(markupsSettings),
})

export type DefinitionFile = z.infer<typeof definitionFile>
