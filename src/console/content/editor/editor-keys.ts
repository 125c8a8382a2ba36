import { baseKeymap, chainCommands, exitCode } from 'prosemirror-commands'
import { redo, undo } from 'prosemirror-history'
import { inputRules, textblockTypeInputRule, wrappingInputRule } from 'prosemirror-inputrules'
import { keymap } from 'prosemirror-keymap'
import { liftListItem, sinkListItem, splitListItem } from 'prosemirror-schema-list'
import type { Command, Plugin } from 'prosemirror-state'
import { tools, type Tool } from './editor-commands.ts'
import { schema } from './editor-schema.ts'

const { nodes } = schema

/** The keys of the editor. Tab is none of them: it leaves the text, so that a keyboard is never caught in it. */
export function editorKeys(own: Readonly<Record<string, Command>>): Plugin[] {
  const run = (name: string): Command => (tools[name] as Tool).run
  return [
    keymap({
      'Mod-b': run('strong'),
      'Mod-i': run('em'),
      'Mod-z': undo,
      'Mod-y': redo,
      'Mod-Shift-z': redo,
      'Mod-Alt-0': run('paragraph'),
      'Mod-Alt-2': run('h2'),
      'Mod-Alt-3': run('h3'),
      'Mod-Alt-4': run('h4'),
      'Mod-Shift-7': run('numbers'),
      'Mod-Shift-8': run('bullets'),
      'Mod-]': sinkListItem(nodes.list_item),
      'Mod-[': liftListItem(nodes.list_item),
      'Shift-Enter': chainCommands(exitCode, lineBreak),
      Enter: splitListItem(nodes.list_item),
      ...own,
    }),
    keymap(baseKeymap),
    inputRules({
      rules: [
        wrappingInputRule(/^\s*([-+*])\s$/, nodes.bullet_list),
        wrappingInputRule(/^1[.)]\s$/, nodes.ordered_list),
        textblockTypeInputRule(/^(#{2,4})\s$/, nodes.heading, (match) => ({ level: match[1]?.length ?? 2 })),
      ],
    }),
  ]
}

const lineBreak: Command = (state, dispatch) => {
  dispatch?.(state.tr.replaceSelectionWith(nodes.line_break.create()).scrollIntoView())
  return true
}
