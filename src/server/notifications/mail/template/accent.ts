import { createContext, useContext } from 'react'
import type { Colours } from '../../../../domain/settings/colours.ts'
import { themedStyle, themesOf } from './email-theme.ts'

/** The colours of the brand for all elements of a mail; undefined where the shop has set none. */
export const AccentContext = createContext<Colours | undefined>(undefined)

/** Returns `themedStyle` with the brand's accent. */
export function useAccent(): typeof themedStyle {
  const { light } = themesOf(useContext(AccentContext))
  return (names, style) => themedStyle(names, style, light)
}
