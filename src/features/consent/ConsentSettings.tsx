import { useEffect, useRef, useState, type FormEvent } from 'react'
import { choiceOf, consentOf, consentToggles, type ConsentToggle } from '../../domain/consent-choice.ts'
import { allConsent, onlyNecessary, type Consent } from '../../domain/consent.ts'
import type { Language } from '../../domain/locales.ts'
import { islandTexts, type IslandTextKey } from '../../i18n/island-texts.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { chooseConsent, consentNow, onConsent, reapplyConsent } from './consent-state.ts'
import styles from './ConsentSettings.module.css'

const texts: Record<ConsentToggle, { name: IslandTextKey; help: IslandTextKey }> = {
  analytics: { name: 'consent.analytics', help: 'consent.analytics_help' },
  ads: { name: 'consent.ads', help: 'consent.ads_help' },
  personalization: { name: 'consent.personalization', help: 'consent.personalization_help' },
}

/** What may be remembered beyond what is necessary; opened by the bar, and from the footer for a change of mind. */
export function ConsentSettings({ language }: { language: Language }) {
  const t = islandTexts(language)
  const dialog = useRef<HTMLDialogElement>(null)
  const [choice, setChoice] = useState(() => choiceOf())
  useEffect(() => {
    reapplyConsent()
    return onConsent((consent) => setChoice(choiceOf(consent)))
  }, [])

  function answer(consent: Consent): void {
    dialog.current?.close()
    chooseConsent(consent)
  }

  function save(event: FormEvent): void {
    event.preventDefault()
    answer(consentOf(choice))
  }

  return (
    <Dialog
      ref={dialog} title={t('consent.title')} closeLabel={t('cart.close')} data-consent-settings
      onClose={() => setChoice(choiceOf(consentNow()))}
    >
      <form className={styles.settings} onSubmit={save}>
        <Toggle name={t('consent.necessary')} help={t('consent.necessary_help')} isOn />
        {consentToggles.map((toggle) => (
          <Toggle
            key={toggle} name={t(texts[toggle].name)} help={t(texts[toggle].help)} isOn={choice[toggle]}
            onChange={(isOn) => setChoice({ ...choice, [toggle]: isOn })}
          />
        ))}
        <div className={styles.answers}>
          <button type="submit" className="button">{t('consent.save')}</button>
          <button type="button" className="button quiet" onClick={() => answer(onlyNecessary)}>{t('consent.only_necessary')}</button>
          <button type="button" className="button quiet" onClick={() => answer(allConsent)}>{t('consent.all')}</button>
        </div>
      </form>
    </Dialog>
  )
}

type ToggleProps = { name: string; help: string; isOn: boolean; onChange?: (isOn: boolean) => void }

/** Without `onChange` it is always on. */
function Toggle({ name, help, isOn, onChange }: ToggleProps) {
  return (
    <label className={styles.toggle}>
      <input type="checkbox" checked={isOn} disabled={!onChange} onChange={({ target }) => onChange?.(target.checked)} />
      <b>{name}</b>
      <small>{help}</small>
    </label>
  )
}
