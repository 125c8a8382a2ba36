import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { languages, type Language } from '../../domain/places/locales.ts'
import { orderTemplateHref } from '../../routes.ts'
import { workbookFiles, type TemplateSheet } from '../../server/platform/workbooks/workbook-files.ts'
import { writeZip } from '../../server/platform/workbooks/write-zip.ts'

const widths = [28, 12]

/** An order form to fill in, with instructions on the second sheet. */
const sheets: Record<Language, readonly TemplateSheet[]> = {
  en: [
    { name: 'Order', widths, rows: [['Part number', 'Quantity']] },
    {
      name: 'How to',
      widths: [90],
      rows: [
        ['How to fill in the order'],
        ['Write a part number and a quantity on each row of the sheet “Order”.'],
        ["Part numbers may be ours, the maker's or an older one; capitals, hyphens and spaces do not matter."],
        ['Other columns and rows without a quantity are left out. At most 5,000 rows and 2 MB.'],
        [
          'Save as .xlsx and drop the file in “Order from Excel” in the shop. You see every row before ' +
            'anything goes into the cart.',
        ],
      ],
    },
  ],
  sv: [
    { name: 'Beställning', widths, rows: [['Artikelnummer', 'Antal']] },
    {
      name: 'Så gör du',
      widths: [90],
      rows: [
        ['Så fyller du i beställningen'],
        ['Skriv artikelnummer och antal på varje rad i bladet ”Beställning”.'],
        [
          'Artikelnumret kan vara vårt, tillverkarens eller ett äldre; stora bokstäver, bindestreck och ' +
            'mellanslag spelar ingen roll.',
        ],
        ['Andra kolumner och rader utan antal räknas inte med. Högst 5 000 rader och 2 MB.'],
        [
          'Spara som .xlsx och släpp filen i ”Beställ med Excel” i butiken. Du ser varje rad innan något ' +
            'läggs i varukorgen.',
        ],
      ],
    },
  ],
}

/** The bytes of the template; identical on every call. */
export function orderTemplate(language: Language): Buffer {
  return writeZip(workbookFiles(sheets[language]))
}

/** Writes the templates into `public/`: run this file with Node after changing them. */
if (import.meta.main) {
  for (const language of languages)
    writeFileSync(path.join('public', orderTemplateHref(language)), orderTemplate(language))
}
