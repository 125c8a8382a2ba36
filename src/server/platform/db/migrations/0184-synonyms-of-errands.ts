import type { Kysely } from 'kysely'

/**
 * Adds synonyms of presents, of what is wrong with a device, of coin cells, cords and small parts. Those that a shop
 * has itself stay.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const rows = usual.flatMap((line) => {
    const [phrases = '', words = ''] = line.split(' = ')
    return phrases.split(', ').flatMap((phrase) => words.split(' ').map((word) => ({ phrase, word })))
  })
  await (db as Kysely<{ search_synonyms: { phrase: string; word: string } }>)
    .insertInto('search_synonyms')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Phrases = words that they also mean. */
const usual = [
  'gift, gifts, gift voucher, gift vouchers, voucher, gift token, presents, gavor = presentkort',
  'julklapp, julklappar, julgava, fodelsedagspresent, christmas present, birthday present = presentkort',
  'gamer, gamers = gaming',
  'horsnackor, oronsnackor, earphones, earbuds = headset horlurar headphones',
  '2016 = cr2016',
  '2025 = cr2025',
  '2032 = cr2032',
  '2430 = cr2430',
  '2450 = cr2450',
  '1220 = cr1220',
  '1620 = cr1620',
  '1632 = cr1632',
  'knappcellsbatteri, knappcellsbatterier, klockbatterier, button cell, button cells = knappcell',
  'overheating, overheats, overhettning, overhettad, overhettar = kylare cooler flakt fan kylpaket',
  'paper jam, paper jams, papperstrassel, papperstrul, drar papper = rulle roller',
  'laddar = laddare charger',
  'kettle lead, kettle cord, apparatsladd, apparatkabel = natsladd',
  'figure 8, cloverleaf, cloverleaf lead = natsladd',
  'dp = displayport',
  'fhd, full hd, fullhd = 1080 1080p',
  'esd strap, wrist strap, static strap, antistatarmband, jordningsarmband = armband',
  'anti static, antistatic, antistatisk, antistatiskt = esd',
  'caddy, hdd caddy, drive caddy, hard drive caddy, harddiskram, harddiskramar = diskram caddies',
  'silvrig, silvrigt, silvriga, silverfargad, silverfargade = silver',
  'guldfargad, guldfargat, guldfargade, gyllene = guld gold',
  'wd = western',
  'helmodular, helmodulart, helmodulara = fully',
]
