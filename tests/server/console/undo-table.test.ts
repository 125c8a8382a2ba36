import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { auditOperations, isAuditOperation } from '../../../src/domain/staff/audit-operations.ts'
import { restorableKinds } from '../../../src/domain/staff/restorable-kinds.ts'
import { subjectKinds } from '../../../src/domain/staff/subject-kinds.ts'
import { restorables } from '../../../src/server/console/restore/restorables.ts'
import { listFiles, projectRoot } from '../../support/source-files.ts'
import { undoOfKinds } from './undo-kinds.ts'
import { undoTable } from './undo-table.ts'

/** How the code says which operations a history takes back: a list by this name, or the sets of a product's history. */
const lists = [/\boperations(?::| =) \[([^\]]*)\]/g, /\bof(?:Cells|Goods) = new Set\(\[([^\]]*)\]\)/g]
const single = /\boperation === '([a-z_]+\.[a-z_]+)'/g

/** The operations that the histories of the console take back, found in its code. */
function operationsOfHistories(): Set<string> {
  const sources = listFiles('src/server/console', ['.ts']).map((file) =>
    readFileSync(path.join(projectRoot, file), 'utf8'),
  )
  const named = sources.flatMap((source) =>
    lists.flatMap((pattern) =>
      [...source.matchAll(pattern)].flatMap(([, list = '']) =>
        [...list.matchAll(/'([a-z_]+\.[a-z_]+)'/g)].map(([, name = '']) => name),
      ),
    ),
  )
  const product = readFileSync(path.join(projectRoot, 'src/server/console/products/record/undo-change.ts'), 'utf8')
  return new Set([...named, ...[...product.matchAll(single)].map(([, name = '']) => name)])
}

const histories = operationsOfHistories()
const removals = new Set<string>(restorables.flatMap(({ removedBy }) => removedBy))

test('every operation of the log is taken back, or a reason is written why it is not', () => {
  expect(Object.keys(undoTable).toSorted()).toEqual([...auditOperations].toSorted())
  for (const [operation, row] of Object.entries(undoTable)) {
    if (row === 'history') expect([operation, histories.has(operation)]).toEqual([operation, true])
    else if (row === 'removed') expect([operation, removals.has(operation)]).toEqual([operation, true])
    else if ('by' in row) expect([operation, isAuditOperation(row.by)]).toEqual([operation, true])
    else expect([operation, row.why.split(' ').length > 3]).toEqual([operation, true])
  }
})

test('nothing that the code takes back is said to stay', () => {
  const said = (operation: string) => (isAuditOperation(operation) ? undoTable[operation] : undefined)
  expect([...histories].filter((operation) => said(operation) !== 'history')).toEqual([])
  // Synonyms are restored in both places.
  expect([...removals].filter((operation) => said(operation) !== 'removed')).toEqual(['search.remove_synonym'])
})

test('every kind of record has a change that is taken back, or a reason', () => {
  expect(Object.keys(undoOfKinds).toSorted()).toEqual([...subjectKinds].toSorted())
  for (const [kind, how] of Object.entries(undoOfKinds)) {
    if (typeof how === 'object') expect([kind, how.why.split(' ').length > 5]).toEqual([kind, true])
    else expect([kind, undoTable[how]]).not.toEqual([kind, { why: expect.any(String) }])
  }
  expect(restorables.map(({ kind }) => kind).toSorted()).toEqual(Object.keys(restorableKinds).toSorted())
})
