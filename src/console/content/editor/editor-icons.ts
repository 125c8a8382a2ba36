/** Drawings of the toolbar on the same 24-unit grid as those of the shop (ui/icons.ts). */
export const editorIcons = {
  undo: 'M9 5 4.5 9.5 9 14M4.5 9.5H14a5 5 0 0 1 0 10h-3',
  redo: 'M15 5l4.5 4.5L15 14M19.5 9.5H10a5 5 0 0 0 0 10h3',
  bullets: 'M9.5 6H20M9.5 12H20M9.5 18H20M4.5 6h.01M4.5 12h.01M4.5 18h.01',
  numbers: 'M10 6h10M10 12h10M10 18h10M4 4.5l1.5-1V8M4 14.2c.4-.8 2.5-.9 2.5.5 0 1-2.5 1.7-2.5 3.3h2.7',
  in: 'M4 5h16M11 10h9M11 14h9M4 19h16M4 9.5l3 2.5-3 2.5',
  out: 'M4 5h16M11 10h9M11 14h9M4 19h16M7 9.5 4 12l3 2.5',
  link:
    'M10 14a4 4 0 0 0 5.7 0l3.1-3.1a4 4 0 0 0-5.7-5.7L12 6.3' +
    'M14 10a4 4 0 0 0-5.7 0l-3.1 3.1a4 4 0 0 0 5.7 5.7l1.1-1.1',
  picture: 'M3.5 5h17v14h-17zM3.5 16l5-5 4.5 4.5 3-3 4.5 4.5M15.5 9.5h.01',
  table: 'M3.5 5h17v14h-17zM3.5 9.7h17M3.5 14.4h17M9.5 5v14',
  rule: 'M4 12h16',
  row: 'M3.5 4.5h17v6h-17zM12 14v6M9 17h6',
  column: 'M4.5 3.5h6v17h-6zM14 12h6M17 9v6',
  head: 'M3.5 5h17v14h-17zM3.5 10h17M6 7.5h12',
  row_off: 'M3.5 4.5h17v6h-17zM9 17h6',
  column_off: 'M4.5 3.5h6v17h-6zM14 12h6',
  table_off: 'M3.5 5h17v14h-17zM9 9l6 6M15 9l-6 6',
} as const
