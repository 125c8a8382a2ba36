import { nearestPlaces, type DeliveryPlace } from '../../../domain/cart/delivery-points.ts'
import type { ServicePoints } from './service-points.ts'

/** Sample service points, used until a carrier is connected: postal code, name, street and town. */
const written: Readonly<Record<string, string>> = {
  SE: `
111 20|Tobak & Spel|Vasagatan 12|Stockholm
111 43|Paketluckan|Kungsgatan 8|Stockholm
111 52|Kvartersbutiken|Drottninggatan 31|Stockholm
112 18|Livs & Paket|Fleminggatan 44|Stockholm
112 46|Matboden|Sankt Eriksgatan 19|Stockholm
113 30|Närlivs|Odengatan 62|Stockholm
114 27|Matboden|Karlavägen 53|Stockholm
115 23|Cykelverkstaden|Valhallavägen 140|Stockholm
116 20|Paketluckan|Götgatan 71|Stockholm
117 32|Matboden|Hornsgatan 108|Stockholm
118 25|Närlivs|Rosenlundsgatan 9|Stockholm
120 30|Blomsterhörnan|Hammarby allé 46|Stockholm
121 44|Matboden|Enskedevägen 80|Johanneshov
126 26|Livs & Paket|Telefonvägen 15|Hägersten
131 40|Paketluckan|Forumvägen 10|Nacka
136 40|Matboden|Poseidons torg 4|Haninge
141 30|Kvartersbutiken|Sjödalstorget 6|Huddinge
145 58|Paketluckan|Hallundaplan 2|Norsborg
151 71|Torgkiosken|Storgatan 14|Södertälje
162 50|Tobak & Spel|Vällingbyplan 7|Vällingby
164 40|Livs & Paket|Kistagången 20|Kista
168 55|Närlivs|Brommaplan 401|Bromma
169 36|Blomsterhörnan|Solnavägen 33|Solna
172 67|Tobak & Spel|Sturegatan 22|Sundbyberg
181 31|Hörnkiosken|Stockholmsvägen 60|Lidingö
183 30|Närlivs|Stora Marknadsvägen 15|Täby
191 47|Kvartersbutiken|Aniaraplatsen 4|Sollentuna
194 61|Torgkiosken|Centralvägen 11|Upplands Väsby
203 11|Torgkiosken|Carlsgatan 3|Malmö
211 22|Blomsterhörnan|Östra Förstadsgatan 21|Malmö
214 20|Torgkiosken|Södervärnsplan 5|Malmö
217 44|Hörnkiosken|Regementsgatan 70|Malmö
222 24|Blomsterhörnan|Bytaregatan 9|Lund
227 62|Paketluckan|Mårtenstorget 12|Lund
231 42|Tobak & Spel|Algatan 30|Trelleborg
241 30|Närlivs|Stora torg 4|Eslöv
252 25|Livs & Paket|Järnvägsgatan 18|Helsingborg
254 40|Livs & Paket|Hälsovägen 35|Helsingborg
261 32|Torgkiosken|Östergatan 7|Landskrona
271 41|Torgkiosken|Stora Östergatan 25|Ystad
281 31|Närlivs|Första Avenyen 10|Hässleholm
291 32|Matboden|Östra Storgatan 44|Kristianstad
302 42|Närlivs|Brogatan 16|Halmstad
311 31|Matboden|Storgatan 27|Falkenberg
331 30|Blomsterhörnan|Storgatsbacken 11|Värnamo
341 30|Närlivs|Märtagatan 6|Ljungby
352 30|Närlivs|Norra Esplanaden 21|Växjö
371 32|Torgkiosken|Ronnebygatan 39|Karlskrona
374 36|Matboden|Drottninggatan 58|Karlshamn
382 30|Blomsterhörnan|Storgatan 20|Nybro
392 32|Paketluckan|Kaggensgatan 33|Kalmar
411 08|Hörnkiosken|Nordstadstorget 6|Göteborg
411 36|Torgkiosken|Kungsportsavenyen 21|Göteborg
412 58|Paketluckan|Mölndalsvägen 25|Göteborg
413 01|Paketluckan|Linnégatan 48|Göteborg
415 02|Matboden|Kortedala torg 3|Göteborg
416 64|Paketluckan|Redbergsplatsen 2|Göteborg
417 57|Hörnkiosken|Vågmästareplatsen 4|Göteborg
421 31|Blomsterhörnan|Frölunda torg 1|Västra Frölunda
424 22|Tobak & Spel|Angereds torg 5|Angered
431 30|Matboden|Brogatan 12|Mölndal
434 30|Livs & Paket|Storgatan 8|Kungsbacka
441 30|Blomsterhörnan|Kungsgatan 24|Alingsås
451 30|Tobak & Spel|Kungsgatan 15|Uddevalla
461 30|Livs & Paket|Storgatan 36|Trollhättan
503 31|Närlivs|Allégatan 42|Borås
521 30|Tobak & Spel|Stora torget 9|Falköping
531 30|Matboden|Gamla Stadens torg 3|Lidköping
541 30|Närlivs|Rådhusgatan 5|Skövde
553 16|Paketluckan|Östra Storgatan 26|Jönköping
561 31|Cykelverkstaden|Jönköpingsvägen 17|Huskvarna
571 31|Paketluckan|Storgatan 30|Nässjö
582 22|Paketluckan|Ågatan 41|Linköping
586 62|Hörnkiosken|Nya Tanneforsvägen 60|Linköping
591 30|Livs & Paket|Storgatan 13|Motala
593 30|Närlivs|Kvarngatan 9|Västervik
602 24|Paketluckan|Drottninggatan 52|Norrköping
611 32|Hörnkiosken|Västra Storgatan 22|Nyköping
621 45|Paketluckan|Österväg 10|Visby
632 20|Hörnkiosken|Kungsgatan 28|Eskilstuna
641 30|Kvartersbutiken|Fredsgatan 19|Katrineholm
652 24|Tobak & Spel|Västra Torggatan 11|Karlstad
661 30|Kvartersbutiken|Östra Storgatan 7|Säffle
671 30|Tobak & Spel|Kyrkogatan 33|Arvika
691 31|Blomsterhörnan|Bergsmansgatan 16|Karlskoga
702 10|Tobak & Spel|Drottninggatan 24|Örebro
711 30|Matboden|Kungsgatan 38|Lindesberg
722 11|Paketluckan|Stora gatan 40|Västerås
731 30|Kvartersbutiken|Västra Långgatan 12|Köping
736 30|Hörnkiosken|Kungsgatan 21|Kungsör
745 31|Tobak & Spel|Kungsgatan 9|Enköping
753 20|Torgkiosken|Kungsgatan 50|Uppsala
754 40|Blomsterhörnan|Gränbyvägen 8|Uppsala
761 30|Paketluckan|Lilla Brogatan 4|Norrtälje
774 30|Paketluckan|Kungsgatan 14|Avesta
784 33|Hörnkiosken|Stationsgatan 6|Borlänge
791 31|Cykelverkstaden|Åsgatan 27|Falun
792 30|Livs & Paket|Kyrkogatan 10|Mora
802 52|Matboden|Drottninggatan 18|Gävle
811 30|Blomsterhörnan|Storgatan 31|Sandviken
821 31|Tobak & Spel|Långgatan 20|Bollnäs
824 30|Paketluckan|Storgatan 46|Hudiksvall
831 30|Blomsterhörnan|Prästgatan 37|Östersund
840 60|Paketluckan|Hantverksgatan 5|Bräcke
852 30|Livs & Paket|Storgatan 29|Sundsvall
871 31|Närlivs|Nybrogatan 8|Härnösand
881 30|Hörnkiosken|Storgatan 50|Sollefteå
891 33|Paketluckan|Stora torget 3|Örnsköldsvik
903 26|Närlivs|Kungsgatan 55|Umeå
907 42|Paketluckan|Ålidhems centrum 2|Umeå
921 31|Tobak & Spel|Storgatan 17|Lycksele
931 31|Torgkiosken|Kanalgatan 43|Skellefteå
941 32|Cykelverkstaden|Storgatan 60|Piteå
956 31|Matboden|Storgatan 15|Överkalix
961 31|Paketluckan|Kungsgatan 25|Boden
972 31|Närlivs|Storgatan 34|Luleå
981 31|Blomsterhörnan|Lars Janssonsgatan 11|Kiruna
982 31|Kvartersbutiken|Storgatan 18|Gällivare`,
  NO: `
0154|Torgkiosken|Karl Johans gate 14|Oslo
0351|Pakkeluken|Bogstadveien 36|Oslo
0559|Pakkeluken|Markveien 48|Oslo
1337|Hjørnekiosken|Rådmann Halmrasts vei 2|Sandvika
1601|Torgkiosken|Nygaardsgata 25|Fredrikstad
2317|Pakkeluken|Torggata 44|Hamar
3015|Pakkeluken|Bragernes torg 6|Drammen
3717|Hjørnekiosken|Kongens gate 17|Skien
4006|Hjørnekiosken|Kirkegata 31|Stavanger
4611|Pakkeluken|Markens gate 20|Kristiansand
5014|Hjørnekiosken|Strandgaten 52|Bergen
6002|Hjørnekiosken|Kongens gate 10|Ålesund
7011|Hjørnekiosken|Munkegata 34|Trondheim
8006|Pakkeluken|Storgata 23|Bodø
9008|Nærbutikken|Storgata 76|Tromsø`,
  DK: `
1123|Pakkelugen|Gothersgade 33|København K
1620|Torvekiosken|Vesterbrogade 60|København V
2100|Nærkøb|Østerbrogade 81|København Ø
2300|Pakkelugen|Amagerbrogade 122|København S
2800|Torvekiosken|Lyngby Hovedgade 47|Kongens Lyngby
3400|Torvekiosken|Slotsgade 15|Hillerød
4000|Torvekiosken|Algade 28|Roskilde
5000|Pakkelugen|Vestergade 62|Odense C
6000|Torvekiosken|Jernbanegade 19|Kolding
6700|Nærkøb|Kongensgade 40|Esbjerg
7100|Pakkelugen|Nørregade 11|Vejle
8000|Pakkelugen|Søndergade 26|Aarhus C
8800|Hjørnekiosken|Sct. Mathias Gade 30|Viborg
9000|Hjørnekiosken|Boulevarden 9|Aalborg`,
  FI: `
00100|Pakettipiste|Mannerheimintie 20|Helsinki
00500|Torikioski|Hämeentie 31|Helsinki
00900|Pakettipiste|Turunlinnantie 8|Helsinki
02100|Lähikauppa|Länsituulentie 7|Espoo
01300|Pakettipiste|Asematie 4|Vantaa
13100|Pakettipiste|Raatihuoneenkatu 12|Hämeenlinna
15110|Lähikauppa|Aleksanterinkatu 24|Lahti
20100|Pakettipiste|Yliopistonkatu 22|Turku
28100|Kulmakioski|Yrjönkatu 14|Pori
33100|Kulmakioski|Hämeenkatu 16|Tampere
40100|Torikioski|Kauppakatu 29|Jyväskylä
53100|Pakettipiste|Kauppakatu 40|Lappeenranta
65100|Kulmakioski|Hovioikeudenpuistikko 15|Vaasa
70100|Lähikauppa|Haapaniemenkatu 18|Kuopio
90100|Torikioski|Kirkkokatu 21|Oulu
96200|Lähikauppa|Koskikatu 27|Rovaniemi`,
  DE: `
10117|Paketladen|Friedrichstraße 96|Berlin
10999|Spätkauf|Oranienstraße 24|Berlin
01067|Spätkauf|Wilsdruffer Straße 11|Dresden
04109|Paketladen|Grimmaische Straße 20|Leipzig
18055|Spätkauf|Lange Straße 13|Rostock
20095|Spätkauf|Spitalerstraße 9|Hamburg
22765|Schreibwaren Lind|Ottenser Hauptstraße 30|Hamburg
24103|Schreibwaren Lind|Holstenstraße 45|Kiel
28195|Schreibwaren Lind|Sögestraße 38|Bremen
30159|Schreibwaren Lind|Georgstraße 22|Hannover
40213|Spätkauf|Flinger Straße 17|Düsseldorf
44137|Schreibwaren Lind|Westenhellweg 61|Dortmund
50667|Paketladen|Hohe Straße 84|Köln
60313|Paketladen|Zeil 72|Frankfurt am Main
66111|Paketladen|Bahnhofstraße 50|Saarbrücken
70173|Spätkauf|Königstraße 26|Stuttgart
79098|Kiosk am Eck|Kaiser-Joseph-Straße 180|Freiburg
80331|Spätkauf|Sendlinger Straße 29|München
90402|Kiosk am Eck|Karolinenstraße 16|Nürnberg
99084|Schreibwaren Lind|Anger 37|Erfurt`,
}

const places: Readonly<Record<string, DeliveryPlace[]>> = Object.fromEntries(
  Object.entries(written).map(([country, text]) => [
    country,
    text
      .trim()
      .split('\n')
      .map((line) => placeOf(country, line)),
  ]),
)

/** Looks up the sample points, nearest first. Most countries have none. */
export const embeddedPoints: ServicePoints = {
  near: async (country, postalCode) =>
    nearestPlaces(Object.hasOwn(places, country) ? (places[country] ?? []) : [], postalCode),
}

/** Parses one line. The id is derived from the country and postal code, so it is stable between starts. */
function placeOf(country: string, line: string): DeliveryPlace {
  const [postalCode = '', name = '', street = '', city = ''] = line.split('|')
  return { id: `${country}-${postalCode.replace(' ', '')}`, name, street, postalCode, city }
}
