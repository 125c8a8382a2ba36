import type { GuidePage } from '../../contracts/catalog-pages/guide-page.ts'
import type { Language } from '../../domain/places/locales.ts'
import { isDrawing } from '../../routes.ts'

/** The guide in the words of schema.org; drawings are left out, which search engines do not show. */
export function guideData(page: GuidePage, language: Language, origin: string): Record<string, unknown> {
  const { title, introduction, minutes, tools, parts, partsCategory, steps } = page
  const supplies = [...parts.map(({ name }) => name), ...(partsCategory ? [partsCategory.name] : [])]
  return {
    '@context': 'https://schema.org',
    '@type': 'HowTo',
    name: title,
    description: introduction,
    inLanguage: language,
    totalTime: `PT${minutes.to}M`,
    tool: tools.map(({ name }) => ({ '@type': 'HowToTool', name })),
    supply: supplies.map((name) => ({ '@type': 'HowToSupply', name })),
    step: steps.map(({ title: name, text, warning, picture }, at) => ({
      '@type': 'HowToStep',
      position: at + 1,
      name,
      text: warning ? `${text} ${warning}` : text,
      url: `${origin}${page.path}#step-${at + 1}`,
      image: picture && !isDrawing(picture.url) ? origin + picture.url : undefined,
    })),
  }
}
