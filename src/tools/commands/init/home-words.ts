import type { HomeCountry } from '../../../domain/places/home.ts'
import { inEachLanguage } from '../../../domain/places/locales.ts'
import { countryName } from '../../../i18n/formats.ts'
import { words, type Values, type Words } from '../../demo/words.ts'

const datatilsynet = (country: Words): Words =>
  words(`the Data Protection Authority of ${country.en} (Datatilsynet)`, `Datatilsynet i ${country.sv}`)

const authorities: Readonly<Record<HomeCountry, { disputes?: Words; privacyAuthority: Words }>> = {
  SE: {
    disputes: words(
      'the Swedish National Board for Consumer Disputes (ARN), Box 174, 101 23 Stockholm',
      'Allmänna reklamationsnämnden (ARN), Box 174, 101 23 Stockholm',
    ),
    privacyAuthority: words('the Swedish Authority for Privacy Protection (IMY)', 'Integritetsskyddsmyndigheten (IMY)'),
  },
  FI: {
    privacyAuthority: words(
      'the Data Protection Ombudsman (tietosuojavaltuutettu)',
      'dataombudsmannen (tietosuojavaltuutettu)',
    ),
  },
  DK: { privacyAuthority: datatilsynet(words('Denmark', 'Danmark')) },
  NO: { privacyAuthority: datatilsynet(words('Norway', 'Norge')) },
  DE: {
    disputes: words(
      'the universal arbitration board of the federation (Universalschlichtungsstelle des Bundes), Kehl',
      'den allmänna tyska skiljenämnden (Universalschlichtungsstelle des Bundes), Kehl',
    ),
    privacyAuthority: words(
      'the data protection authority of the federal state (Landesdatenschutzbehörde)',
      'delstatens dataskyddsmyndighet (Landesdatenschutzbehörde)',
    ),
  },
}

/** What drafts say of the home country; a merchant elsewhere than in Sweden fills in where disputes go. */
export function homeWords(country: HomeCountry): Values {
  const open = words('[… The body that handles consumer disputes]', '[… Nämnden som prövar konsumenttvister]')
  const { disputes = open, privacyAuthority } = authorities[country]
  return { disputes, privacyAuthority, homeCountry: inEachLanguage((language) => countryName(country, language)) }
}
