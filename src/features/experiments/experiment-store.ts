import { atom } from 'nanostores'
import { persisted } from '../../browser/persist.ts'

export type Variant = 'original' | 'upselling'
type Experiments = { accessories?: Variant }

/** The variants of this session, by experiment (spec section 4, "Experiment"). */
export const $experiments = persisted<Experiments>({ name: 'experiment', read: readExperiments })

/** The newest pick, for tracking; null until a variant is picked on this page. */
export const $picked = atom<{ name: string; variant: Variant } | null>(null)

/**
 * Accessories are shown as the original or the upselling, picked at random once and remembered; all else is the
 * original.
 */
export function variantOf(name: string): Variant {
  if (name !== 'accessories') return 'original'
  return $experiments.latest().accessories ?? pick(name)
}

function pick(name: 'accessories'): Variant {
  const variant = Math.random() < 0.5 ? 'original' : 'upselling'
  $experiments.set({ [name]: variant })
  $picked.set({ name, variant })
  return variant
}

function readExperiments(stored: unknown): Experiments {
  const variant: unknown =
    typeof stored === 'object' && stored !== null ? Reflect.get(stored, 'accessories') : undefined
  return variant === 'original' || variant === 'upselling' ? { accessories: variant } : {}
}
