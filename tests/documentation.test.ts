import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'

const decisionsFolder = 'docs/decisions'
const decisionsIndex = `${decisionsFolder}/README.md`

/** The text of a page without its blocks of code, whose brackets and paths are those of other programs. */
const proseOf = (file: string): string => readFileSync(file, 'utf8').replaceAll(/```[\s\S]*?```/g, '')

const pages = ['*.md', 'docs/**/*.md'].flatMap((pattern) => globSync(pattern))

/** Links to files of the repository that do not exist, as "page -> link". */
function brokenLinks(page: string): string[] {
  const links = [...proseOf(page).matchAll(/\]\((?<link>[^)\s]+)\)/g)].map(({ groups }) => groups?.['link'] ?? '')
  return links
    .filter((link) => !/^(?:[a-z]+:|#)/.test(link))
    .filter((link) => !existsSync(path.join(path.dirname(page), link.split('#', 1)[0] ?? '')))
    .map((link) => `${page} -> ${link}`)
}

const folders = readFolders('src').concat('src', 'tests', 'docs')

/** Paths in backticks, with or without `src/`, that do not exist; those with a placeholder are left out. */
function missingPaths(page: string): string[] {
  const quoted = [...proseOf(page).matchAll(/`(?<code>[^`\s]+)`/g)].map(({ groups }) => groups?.['code'] ?? '')
  return quoted
    .filter((code) => folders.some((folder) => code.startsWith(`${folder}/`)) && !/[<*{…[]/.test(code))
    .filter((code) => !existsSync(code) && !existsSync(path.join('src', code)))
    .map((code) => `${page}: ${code}`)
}

function readFolders(parent: string): string[] {
  return globSync('*/', { cwd: parent }).map((folder) => folder.replace(/\/$/, ''))
}

const decisionFiles = globSync('[0-9]*.md', { cwd: decisionsFolder }).toSorted()
const headingOf = (file: string): string =>
  readFileSync(path.join(decisionsFolder, file), 'utf8').split('\n', 1)[0] ?? ''

describe('the documentation', () => {
  test('links lead to files that exist', () => {
    expect(pages.length).toBeGreaterThan(250)
    expect(pages.flatMap(brokenLinks)).toEqual([])
  })

  test('the pages for contributors name files that exist', () => {
    const forContributors = ['CONTRIBUTING.md', 'docs/architecture.md', ...globSync('docs/how-to/*.md')]
    expect(forContributors.flatMap(missingPaths)).toEqual([])
  })

  test('a decision begins with its number and its title', () => {
    const wrong = decisionFiles.filter((file) => !new RegExp(`^# ${file.slice(0, 4)} \\S`).test(headingOf(file)))
    expect(wrong).toEqual([])
  })

  test('the index of decisions lists each one once, by its title', () => {
    const lines = readFileSync(decisionsIndex, 'utf8').matchAll(/^- \[\d{4}\]\((?<file>\S+)\) (?<title>.+)$/gm)
    const listed = [...lines].map(({ groups }) => `${groups?.['file']}: ${groups?.['title']}`)
    const written = decisionFiles.map((file) => `${file}: ${headingOf(file).slice('# 0000 '.length)}`)
    const withoutStatus = listed.map((line) => line.replace(/ \(superseded by \d{4}\)$/, ''))
    expect(withoutStatus.toSorted()).toEqual(written)
  })
})
