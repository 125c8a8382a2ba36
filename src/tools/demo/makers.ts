/** Makers of parts and devices; the names are invented, and e-mail addresses use a domain that cannot exist. */
const partMakers = {
  amperine: ['Amperine', 'Amperine Energy B.V.', 'Amperine Energy B.V., Havenkade 41, 3089 JH Rotterdam, Netherlands'],
  kraftlund: ['Kraftlund', 'Kraftlund Batteri AB', 'Kraftlund Batteri AB, Ångströmsvägen 8, 721 31 Västerås, Sweden'],
  voltrin: ['Voltrin', 'Voltrin Power Ltd', 'Voltrin Europe GmbH, Lindenstraße 19, 20099 Hamburg, Germany'],
  klarvy: ['Klarvy', 'Klarvy Displays AB', 'Klarvy Displays AB, Optikgatan 3, 417 56 Göteborg, Sweden'],
  panelis: ['Panelis', 'Panelis Optics Co.', 'Panelis Europe s.r.o., Sklářská 12, 460 01 Liberec, Czechia'],
  tastica: ['Tastica', 'Tastica Input GmbH', 'Tastica Input GmbH, Werkring 7, 90402 Nürnberg, Germany'],
  zefyra: ['Zefyra', 'Zefyra Cooling S.r.l.', 'Zefyra Cooling S.r.l., Via del Vento 22, 10121 Torino, Italy'],
  vindra: ['Vindra', 'Vindra Fläktteknik AB', 'Vindra Fläktteknik AB, Turbingatan 14, 612 31 Finspång, Sweden'],
  bitlund: ['Bitlund', 'Bitlund Memory Oy', 'Bitlund Memory Oy, Piipolku 5, 90570 Oulu, Finland'],
  minnea: ['Minnea', 'Minnea Storage A/S', 'Minnea Storage A/S, Havnegade 30, 5000 Odense C, Denmark'],
  datavik: ['Datavik', 'Datavik AS', 'Datavik Europa AB, Lagergatan 2, 461 37 Trollhättan, Sweden'],
  ledara: ['Ledara', 'Ledara Kabel AB', 'Ledara Kabel AB, Trådvägen 11, 523 37 Ulricehamn, Sweden'],
  kontakta: [
    'Kontakta',
    'Kontakta Connectors Sp. z o.o.',
    'Kontakta Connectors Sp. z o.o., ul. Miedziana 6, 53-441 Wrocław, Poland',
  ],
  stomvik: ['Stomvik', 'Stomvik Mekanik AB', 'Stomvik Mekanik AB, Pressgatan 9, 335 33 Gnosjö, Sweden'],
  kretsbo: ['Kretsbo', 'Kretsbo Elektronik AB', 'Kretsbo Elektronik AB, Lödvägen 4, 371 38 Karlskrona, Sweden'],
  signalund: ['Signalund', 'Signalund Networks AB', 'Signalund Networks AB, Mastgatan 16, 164 40 Kista, Sweden'],
  ficka: ['Ficka', 'Ficka Mobile Parts Lda', 'Ficka Mobile Parts Lda, Rua da Ribeira 80, 4050-513 Porto, Portugal'],
  valsa: ['Valsa', 'Valsa Print Parts BV', 'Valsa Print Parts BV, Drukkerijstraat 18, 2000 Antwerpen, Belgium'],
  mejsla: ['Mejsla', 'Mejsla Verktyg AB', 'Mejsla Verktyg AB, Smidesgatan 21, 633 46 Eskilstuna, Sweden'],
  renodla: ['Renodla', 'Renodla Kemi AB', 'Renodla Kemi AB, Såpvägen 6, 442 40 Kungälv, Sweden'],
  delverk: ['Delverk', 'Delverk AB', 'Delverk AB, Reservgatan 1, 415 02 Göteborg, Sweden'],
} as const

const deviceMakers = {
  nordbok: ['Nordbok', 'Nordbok Datorer AB', 'Nordbok Datorer AB, Norra Kajen 12, 852 29 Sundsvall, Sweden'],
  kestrel: ['Kestrel', 'Kestrel Computing Ltd', 'Kestrel Computing Ireland, 4 Falcon Quay, D02 X285 Dublin, Ireland'],
  halden: ['Halden', 'Halden Systems GmbH', 'Halden Systems GmbH, Isarweg 33, 80331 München, Germany'],
  vireo: ['Vireo', 'Vireo Devices Inc.', 'Vireo Devices Europe B.V., Zuidas 210, 1082 MD Amsterdam, Netherlands'],
  tamarack: [
    'Tamarack',
    'Tamarack Workstations Corp.',
    'Tamarack EMEA S.A.S., 15 rue des Mélèzes, 38000 Grenoble, France',
  ],
  solvik: ['Solvik', 'Solvik Elektronik Oy', 'Solvik Elektronik Oy, Rantatie 9, 33100 Tampere, Finland'],
  lumora: ['Lumora', 'Lumora Mobile Co.', 'Lumora Mobile Europe S.L., Calle del Faro 27, 08039 Barcelona, Spain'],
  pelago: ['Pelago', 'Pelago Telefoner AB', 'Pelago Telefoner AB, Skärgårdsvägen 2, 371 34 Karlskrona, Sweden'],
  typera: ['Typera', 'Typera Printing GmbH', 'Typera Printing GmbH, Setzergasse 5, 04109 Leipzig, Germany'],
  ordvik: ['Ordvik', 'Ordvik Skrivare A/S', 'Ordvik Skrivare A/S, Trykkervej 40, 8000 Aarhus C, Denmark'],
} as const

const makers = { ...partMakers, ...deviceMakers }

export type MakerId = keyof typeof makers

export type Brand = { id: MakerId; name: string; slug: string; maker: string; eu_contact: string }

export const brands: readonly Brand[] = (Object.keys(makers) as MakerId[]).map((id) => {
  const [name, maker, address] = makers[id]
  return { id, name, slug: id, maker, eu_contact: `${address}, safety@${id}.example` }
})

export function makerName(id: MakerId): string {
  return makers[id][0]
}
