import { type Page } from '@playwright/test'
import { type Language } from '../../src/domain/places/locales.ts'
import { footer } from '../support/page-parts.ts'
import { inAnyLanguage, words } from '../support/words.ts'

export const bar = (page: Page) => page.getByRole('region', { name: inAnyLanguage('consent.label') })

export const settings = (page: Page) => page.getByRole('dialog', { name: inAnyLanguage('islands:consent.title') })

/** The way back to the settings, in the footer. */
export const settingsButton = (page: Page) =>
  footer(page).getByRole('button', { name: inAnyLanguage('islands:consent.title') })

export const answer = (page: Page, language: Language, key: 'all' | 'only_necessary') =>
  bar(page).getByRole('button', { name: words(language)(`islands:consent.${key}`) })
