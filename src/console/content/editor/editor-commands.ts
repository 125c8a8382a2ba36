import { setBlockType, toggleMark } from 'prosemirror-commands'
import { redo, undo } from 'prosemirror-history'
import type { MarkType, Node, NodeType } from 'prosemirror-model'
import { liftListItem, sinkListItem, wrapInList } from 'prosemirror-schema-list'
import type { Command, EditorState } from 'prosemirror-state'
import { TextSelection } from 'prosemirror-state'
import {
  addColumnAfter,
  addRowAfter,
  deleteColumn,
  deleteRow,
  deleteTable,
  isInTable,
  toggleHeaderRow,
} from 'prosemirror-tables'
import { schema } from './editor-schema.ts'

const { nodes, marks } = schema

/** A tool: what it does, whether it is on where the cursor is, and whether it is offered there. */
export type Tool = {
  readonly run: Command
  readonly isOn?: (state: EditorState) => boolean
  readonly isShown?: (state: EditorState) => boolean
}

const [firstRows, firstColumns] = [3, 2]

/** The tools by the names that the toolbar gives them; `link`, `picture` and `source` are the editor's own. */
export const tools: Readonly<Record<string, Tool>> = {
  undo: { run: undo },
  redo: { run: redo },
  paragraph: { run: setBlockType(nodes.paragraph), isOn: (state) => parentIs(state, nodes.paragraph) },
  h2: heading(2),
  h3: heading(3),
  h4: heading(4),
  strong: mark(marks.strong),
  em: mark(marks.em),
  bullets: list(nodes.bullet_list),
  numbers: list(nodes.ordered_list),
  in: { run: sinkListItem(nodes.list_item), isShown: (state) => isInside(state, nodes.list_item) },
  out: { run: liftListItem(nodes.list_item), isShown: (state) => isInside(state, nodes.list_item) },
  rule: { run: insertRule },
  table: { run: insertTable, isShown: (state) => !isInTable(state) },
  row: { run: addRowAfter, isShown: isInTable },
  column: { run: addColumnAfter, isShown: isInTable },
  head: { run: toggleHeaderRow, isShown: isInTable },
  row_off: { run: deleteRow, isShown: isInTable },
  column_off: { run: deleteColumn, isShown: isInTable },
  table_off: { run: deleteTable, isShown: isInTable },
}

function heading(level: number): Tool {
  const isOn = (state: EditorState) => parentIs(state, nodes.heading, level)
  return {
    isOn,
    run: (state, dispatch, view) =>
      (isOn(state) ? setBlockType(nodes.paragraph) : setBlockType(nodes.heading, { level }))(state, dispatch, view),
  }
}

function mark(type: MarkType): Tool {
  return { run: toggleMark(type), isOn: (state) => hasMark(state, type) }
}

function list(type: NodeType): Tool {
  const isOn = (state: EditorState) => innermostList(state) === type
  return {
    isOn,
    run: (state, dispatch, view) =>
      isOn(state)
        ? liftListItem(nodes.list_item)(state, dispatch, view)
        : changeList(state, type, dispatch) || wrapInList(type)(state, dispatch),
  }
}

/** Makes bullets of numbers, or numbers of bullets; false outside lists. */
function changeList(state: EditorState, type: NodeType, dispatch: Parameters<Command>[1]): boolean {
  const { $from } = state.selection
  for (let depth = $from.depth; depth > 0; depth -= 1) {
    const node = $from.node(depth)
    if (node.type !== nodes.bullet_list && node.type !== nodes.ordered_list) continue
    dispatch?.(state.tr.setNodeMarkup($from.before(depth), type))
    return true
  }
  return false
}

function innermostList({ selection: { $from } }: EditorState): NodeType | undefined {
  for (let depth = $from.depth; depth > 0; depth -= 1) {
    const { type } = $from.node(depth)
    if (type === nodes.bullet_list || type === nodes.ordered_list) return type
  }
  return undefined
}

function parentIs({ selection: { $from } }: EditorState, type: NodeType, level?: number): boolean {
  return $from.parent.type === type && (level === undefined || $from.parent.attrs['level'] === level)
}

function isInside({ selection: { $from } }: EditorState, type: NodeType): boolean {
  return Array.from({ length: $from.depth }, (_, depth) => $from.node(depth + 1)).some((node) => node.type === type)
}

function hasMark({ selection: { from, to, empty, $from }, storedMarks, doc }: EditorState, type: MarkType) {
  return empty ? Boolean(type.isInSet(storedMarks ?? $from.marks())) : doc.rangeHasMark(from, to, type)
}

function insertRule(state: EditorState, dispatch: Parameters<Command>[1]): boolean {
  const { tr, after } = withBlock(state, nodes.rule.create())
  dispatch?.(tr.setSelection(TextSelection.near(tr.doc.resolve(after), 1)).scrollIntoView())
  return true
}

/** A table with a row of headings; the cursor stands in its first cell. */
function insertTable(state: EditorState, dispatch: Parameters<Command>[1]): boolean {
  const rowOf = (cell: NodeType) =>
    nodes.table_row.createChecked(
      null,
      Array.from({ length: firstColumns }, () => cell.createAndFill()).filter((each) => each !== null),
    )
  const rows = Array.from({ length: firstRows }, (_, at) => rowOf(at === 0 ? nodes.table_header : nodes.table_cell))
  const { tr, before } = withBlock(state, nodes.table.createChecked(null, rows))
  dispatch?.(tr.setSelection(TextSelection.near(tr.doc.resolve(before + 1), 1)).scrollIntoView())
  return true
}

/**
 * Puts a block behind the outermost one that the cursor is in, or in its place where that is an empty paragraph. Behind
 * the last block a paragraph is added, so that the cursor can go there.
 */
function withBlock({ tr, doc, selection: { $from } }: EditorState, block: Node) {
  const isEmpty = $from.depth === 1 && $from.parent.type === nodes.paragraph && $from.parent.content.size === 0
  const to = $from.depth === 0 ? $from.pos : $from.after(1)
  const before = isEmpty ? $from.before(1) : to
  const after = before + block.nodeSize
  tr.replaceWith(before, to, block)
  if (to === doc.content.size) tr.insert(after, nodes.paragraph.create())
  return { tr, before, after }
}
