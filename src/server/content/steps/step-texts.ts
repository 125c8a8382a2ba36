import type { GuideStep } from '../../../domain/products/guides.ts'
import { cleanedStep } from '../../platform/sanitize.ts'

type StepText = Pick<GuideStep, 'text' | 'html'>

/** The text of a step as HTML for its form: that of an editor, else the paragraphs of the plain text. */
export function htmlOfStep({ text, html }: StepText): string {
  if (html !== undefined || text === '') return html ?? ''
  return text
    .split(/\n\s*\n/)
    .map((paragraph) => `<p>${escaped(paragraph)}</p>`)
    .join('\n')
}

/**
 * Reads the text of a step as it was typed: plain text, or HTML, of which only what a step may have is kept. Without
 * lists, links and emphasis it is stored as plain text alone; else `text` is what it says without them.
 */
export function stepText(typed: string): StepText {
  if (!/<[a-z/!]/i.test(typed)) return { text: typed.trim() }
  const html = cleanedStep(typed).trim()
  const text = plainText(html)
  const isPlain = html.replaceAll(/<\/?p>/g, '').search(/<[a-z]/i) === -1
  return isPlain ? { text } : { text, html }
}

/** What cleaned HTML says, its blocks as paragraphs and the items of its lists as lines. */
function plainText(html: string): string {
  return html
    .replaceAll(/\s*<br ?\/?>\s*/g, '\n')
    .replaceAll(/<\/(?:p|ul|ol)>\s*/g, '\n\n')
    .replaceAll(/<\/li>\s*/g, '\n')
    .replaceAll(/<[^<>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replaceAll(/[^\S\n]+\n/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
