import { useEffect, useRef, type FormEvent } from 'react'
import type { Language } from '../../domain/places/locales.ts'
import {
  choiceOf,
  consentOf,
  consentToggles,
  type ConsentChoice,
  type ConsentToggle,
} from '../../domain/visitors/consent-choice.ts'
import { allConsent, onlyNecessary, type Consent } from '../../domain/visitors/consent.ts'
import { islandTexts, type IslandTextKey } from '../../i18n/island-texts.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { chooseConsent, consentNow, onConsent, reapplyConsent } from './consent-state.ts'
import styles from './ConsentSettings.module.css'

const texts: Record<ConsentToggle, { name: IslandTextKey; help: IslandTextKey }> = {
  analytics: { name: 'consent.analytics', help: 'consent.analytics_help' },
  ads: { name: 'consent.ads', help: 'consent.ads_help' },
  personalization: { name: 'consent.personalization', help: 'consent.personalization_help' },
}

/** The dialog that asks which optional purposes are allowed; opened from the consent bar and from the footer. */
export function ConsentSettings({ language }: { language: Language }) {
  const t = islandTexts(language)
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    reapplyConsent()
    return onConsent((consent) => show(dialog.current, choiceOf(consent)))
  }, [])

  function answer(consent: Consent): void {
    dialog.current?.close()
    chooseConsent(consent)
  }

  function save(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    answer(tickedConsent(event.currentTarget))
  }

  return (
    <Dialog
      ref={dialog}
      title={t('consent.title')}
      closeLabel={t('cart.close')}
      data-consent-settings
      onClose={() => show(dialog.current, choiceOf(consentNow()))}
    >
      <form className={styles.settings} onSubmit={save}>
        <Toggle label={t('consent.necessary')} help={t('consent.necessary_help')} />
        {consentToggles.map((toggle) => (
          <Toggle key={toggle} name={toggle} label={t(texts[toggle].name)} help={t(texts[toggle].help)} />
        ))}
        <Answers language={language} onAnswer={answer} />
      </form>
    </Dialog>
  )
}

/** Reads the boxes of the form, which also have clicks from before hydration. */
function tickedConsent(form: HTMLFormElement): Consent {
  const ticked = new FormData(form)
  return consentOf({
    analytics: ticked.has('analytics'),
    ads: ticked.has('ads'),
    personalization: ticked.has('personalization'),
  })
}

function show(dialog: HTMLDialogElement | null, choice: ConsentChoice): void {
  for (const toggle of consentToggles) {
    const box = dialog?.querySelector<HTMLInputElement>(`input[name="${toggle}"]`)
    if (box) box.checked = choice[toggle]
  }
}

type AnswersProps = { language: Language; onAnswer: (consent: Consent) => void }

/** One button saves what is ticked; the others answer at once. */
function Answers({ language, onAnswer }: AnswersProps) {
  const t = islandTexts(language)
  return (
    <div className={styles.answers}>
      <button type="submit" className="button">
        {t('consent.save')}
      </button>
      <button type="button" className="button quiet" onClick={() => onAnswer(onlyNecessary)}>
        {t('consent.only_necessary')}
      </button>
      <button type="button" className="button quiet" onClick={() => onAnswer(allConsent)}>
        {t('consent.all')}
      </button>
    </div>
  )
}

type ToggleProps = { name?: ConsentToggle; label: string; help: string }

/** A box with its explanation; without a name it is always ticked and cannot be changed. */
function Toggle({ name, label, help }: ToggleProps) {
  return (
    <label className={styles.toggle}>
      <input type="checkbox" name={name} defaultChecked={!name} disabled={!name} />
      <b>{label}</b>
      <small>{help}</small>
    </label>
  )
}
