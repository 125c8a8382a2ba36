/** Line drawings on a 24-unit grid, one hand: round ends, the same stroke. */
export const icons = {
  account: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM4.5 20.5a7.5 7.5 0 0 1 15 0',
  cart: 'M2.5 4h2.7l2.3 11.5h10.8L20.5 7.5H6M9 20.2h.01M17 20.2h.01',
  check: 'm5 12.5 4.5 4.5L19 7.5',
  chevron: 'm6 9.5 6 6 6-6',
  close: 'M6 6l12 12M18 6 6 18',
  compare: 'M4 20V9h5v11zM15 20V4h5v16z',
  delivery:
    'M2.5 6h11.5v10.5H2.5zM14 9.5h4l3.5 3.5v3.5H14M7 19a2 2 0 1 0 0-4 2 2 0 0 0 0 4Z' +
    'M17.5 19a2 2 0 1 0 0-4 2 2 0 0 0 0 4Z',
  filter: 'M4 7h16M7 12h10M10 17h4',
  grid: 'M4.5 4.5h6v6h-6zM13.5 4.5h6v6h-6zM4.5 13.5h6v6h-6zM13.5 13.5h6v6h-6z',
  menu: 'M4 6.5h16M4 12h16M4 17.5h16',
  missing: 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13ZM15.5 15.5 20.5 20.5M8.3 8.3l4.4 4.4M12.7 8.3l-4.4 4.4',
  search: 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13ZM15.5 15.5 20.5 20.5',
  table: 'M3.5 5h17v14h-17zM3.5 9.7h17M3.5 14.4h17M9.5 5v14',
  warning: 'M12 4 2.8 19.5h18.4zM12 10v4.5M12 17.2h.01',
  zoom: 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13ZM15.5 15.5 20.5 20.5M10.5 8v5M8 10.5h5',
} as const

export type IconName = keyof typeof icons
