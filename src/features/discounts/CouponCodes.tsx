import { useStore } from '@nanostores/react'
import { useId, useState, type FormEvent } from 'react'
import type { Language } from '../../domain/places/locales.ts'
import { islandTexts, type IslandTranslate } from '../../i18n/island-texts.ts'
import { Field } from '../../ui/Field.tsx'
import { $discounts, addCode, removeCode } from './discount-store.ts'
import styles from './CouponCodes.module.css'

type Props = {
  language: Language
  /** False where there is nothing to discount: codes that came by a link are shown, and none is asked for. */
  canAdd: boolean
  /** Called when codes were added or removed and the shop should look at them. */
  onChange: () => void
}

/** A field for a discount code, the codes that go with the cart, and those that the shop did not accept. */
export function CouponCodes({ language, canAdd, onChange }: Props) {
  const t = islandTexts(language)
  const { codes, rejected, failedMinimum, unchecked } = useStore($discounts, { ssr: 'initial' })
  const refused = [
    ...unchecked.map((code) => ({ code, text: t('discount.limit_reached', { code }) })),
    ...rejected.map((code) => ({
      code,
      text: t(failedMinimum.includes(code) ? 'discount.minimum_spend' : 'discount.rejected', { code }),
    })),
  ]

  function remove(code: string): void {
    removeCode(code)
    onChange()
  }

  return (
    <section className={styles.codes} aria-label={t('discount.label')}>
      {canAdd && <CodeForm t={t} onAdd={onChange} />}
      <ul>
        {codes.map((code) => (
          <li key={code}>
            {t('discount.code', { code })}
            <button type="button" onClick={() => remove(code)} aria-label={t('discount.remove_named', { code })}>
              {t('cart.remove')}
            </button>
          </li>
        ))}
      </ul>
      <output>
        {refused.map(({ code, text }) => (
          <span key={code} className={styles.rejected}>
            {text}
            <button type="button" onClick={() => remove(code)} aria-label={t('discount.remove_named', { code })}>
              {t('cart.close')}
            </button>
          </span>
        ))}
      </output>
    </section>
  )
}

function CodeForm({ t, onAdd }: { t: IslandTranslate; onAdd: () => void }) {
  const id = useId()
  const { items } = useStore($discounts, { ssr: 'initial' })
  const [added, setAdded] = useState('')
  const [isMalformed, setMalformed] = useState(false)

  function add(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const typed = String(new FormData(event.currentTarget).get('code') ?? '')
    const code = addCode(typed.replaceAll(/\s/g, ''))
    setMalformed(code === undefined)
    if (code === undefined) return
    event.currentTarget.reset()
    setAdded(code)
    onAdd()
  }

  return (
    <form onSubmit={add}>
      <output className="unseen">
        {items.some(({ code }) => code === added) && t('discount.accepted', { code: added })}
      </output>
      <Field
        id={id}
        name="code"
        label={t('discount.label')}
        error={isMalformed ? t('discount.malformed') : undefined}
        maxLength={64}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        beside={
          <button type="submit" className="button quiet">
            {t('discount.apply')}
          </button>
        }
        isAlert
      />
    </form>
  )
}
