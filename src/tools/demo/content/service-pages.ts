import { words } from '../words.ts'
import type { Page } from './page.ts'

/** About, contact, delivery and returns. */
export const servicePages: readonly Page[] = [
  {
    id: 'about', title: words('About Delverk', 'Om Delverk'),
    description: words('Spare parts for computers, phones and printers, from a warehouse in Gothenburg.', 'Reservdelar till datorer, mobiler och skrivare, från ett lager i Göteborg.'),
    html: words(`
<p>Delverk sells spare parts so that machines can be used for longer. We began with laptop batteries at a workbench in Gothenburg; today the shelves hold parts for laptops, desktop computers, phones, tablets and printers.</p>
<h2>How we choose parts</h2>
<p>We buy a part only when we know what it fits. For every battery, screen and keyboard somebody here has had the old and the new one on the bench, counted the pins and written down the numbers. That is why you find the maker's part number, the numbers it replaces and a list of models on the product page.</p>
<h2>Original, compatible, refurbished</h2>
<ul><li><strong>Original</strong> comes from the maker of the device.</li><li><strong>Compatible</strong> comes from another maker, fits in the same place and has the same warranty with us.</li><li><strong>Refurbished</strong> has been used, then cleaned, repaired and tested. The warranty is twelve months.</li></ul>
<p>Not sure what you need? Read <a href="{partnumber}">how to find your part number</a>, or <a href="{contact}">ask us</a>.</p>`, `
<p>Delverk säljer reservdelar för att prylar ska kunna användas längre. Vi började med laptopbatterier vid en arbetsbänk i Göteborg; i dag finns här delar till bärbara och stationära datorer, mobiler, surfplattor och skrivare.</p>
<h2>Så väljer vi delar</h2>
<p>Vi tar in en del först när vi vet vad den passar till. För varje batteri, skärm och tangentbord har någon hos oss haft den gamla och den nya på bänken, räknat stiften och skrivit upp numren. Därför hittar du tillverkarens artikelnummer, numren som delen ersätter och en lista över modeller på produktsidan.</p>
<h2>Original, kompatibel, renoverad</h2>
<ul><li><strong>Original</strong> kommer från den som tillverkat datorn.</li><li><strong>Kompatibel</strong> kommer från en annan tillverkare, passar på samma plats och har samma garanti hos oss.</li><li><strong>Renoverad</strong> har varit i bruk och sedan rengjorts, lagats och testats. Garantin är tolv månader.</li></ul>
<p>Osäker på vad du behöver? Läs <a href="{partnumber}">hur du hittar artikelnumret</a> eller <a href="{contact}">fråga oss</a>.</p>`),
  },
  {
    id: 'contact', title: words('Contact', 'Kontakt'), description: words('Ask us before you order: we answer within a working day.', 'Fråga oss innan du beställer: vi svarar inom en arbetsdag.'),
    html: words(`
<p>We answer within one working day. Write what machine you have, and the numbers on the old part if you can read them.</p>
<table><tbody><tr><th scope="row">E-mail</th><td><a href="mailto:hello@delverk.example">hello@delverk.example</a></td></tr><tr><th scope="row">Telephone</th><td>+46 31 390 06 10, Monday to Friday 9–16 CET</td></tr><tr><th scope="row">Address</th><td>Delverk AB, Reservgatan 1, 415 02 Göteborg, Sweden</td></tr><tr><th scope="row">Company number</th><td>559999-4604</td></tr></tbody></table>
<h2>Already ordered?</h2><p>You see where your parcel is under <a href="{track}">Track order</a>. For returns, see <a href="{returns}">Returns and withdrawal</a>.</p>`, `
<p>Vi svarar inom en arbetsdag. Skriv vilken dator du har, och numren på den gamla delen om de går att läsa.</p>
<table><tbody><tr><th scope="row">E-post</th><td><a href="mailto:hej@delverk.example">hej@delverk.example</a></td></tr><tr><th scope="row">Telefon</th><td>031-390 06 10, måndag till fredag 9–16</td></tr><tr><th scope="row">Adress</th><td>Delverk AB, Reservgatan 1, 415 02 Göteborg</td></tr><tr><th scope="row">Organisationsnummer</th><td>559999-4604</td></tr></tbody></table>
<h2>Redan beställt?</h2><p>Var paketet är ser du under <a href="{track}">Spåra order</a>. För returer, se <a href="{returns}">Retur och ångerrätt</a>.</p>`),
  },
  {
    id: 'delivery', title: words('Delivery', 'Leverans'), description: words('Sent the same day if you order before 15.00.', 'Skickas samma dag om du beställer före 15.00.'),
    html: words(`
<p>What is in stock leaves Gothenburg the same working day if you order before 15.00 CET.</p>
<table><thead><tr><th scope="col">To</th><th scope="col">Price</th><th scope="col">Free from</th><th scope="col">Working days</th></tr></thead><tbody><tr><td>Sweden</td><td>from SEK 49</td><td>SEK 500</td><td>1–2</td></tr><tr><td>Norway, Denmark, Finland, Iceland</td><td>from SEK 99</td><td>SEK 1,000</td><td>2–4</td></tr><tr><td>Rest of the EU</td><td>from SEK 129</td><td>SEK 1,500</td><td>3–6</td></tr><tr><td>Rest of the world</td><td>from SEK 299</td><td>–</td><td>5–12</td></tr></tbody></table>
<p>The price to your door is for up to 2 kg; the checkout shows what a heavier order costs. In Sweden, Norway, Denmark, Finland and Germany you can collect at a service point for less, and in Gothenburg you pick up at our counter for nothing.</p>
<h2>Batteries</h2><p>Lithium batteries travel by road and sea. To islands and outside Europe that can take some days more; you are told before you pay.</p>
<h2>Outside the EU</h2><p>No Swedish VAT is charged. Duty and local tax are paid to the carrier on arrival.</p>
<p>You get a mail with a tracking number when the parcel leaves us, and can follow it under <a href="{track}">Track order</a>.</p>`, `
<p>Det som finns i lager lämnar Göteborg samma vardag om du beställer före 15.00.</p>
<table><thead><tr><th scope="col">Till</th><th scope="col">Pris</th><th scope="col">Fritt från</th><th scope="col">Vardagar</th></tr></thead><tbody><tr><td>Sverige</td><td>från 49 kr</td><td>500 kr</td><td>1–2</td></tr><tr><td>Norge, Danmark, Finland, Island</td><td>från 99 kr</td><td>1 000 kr</td><td>2–4</td></tr><tr><td>Övriga EU</td><td>från 129 kr</td><td>1 500 kr</td><td>3–6</td></tr><tr><td>Övriga världen</td><td>från 299 kr</td><td>–</td><td>5–12</td></tr></tbody></table>
<p>Priset till dörren gäller upp till 2 kg; kassan visar vad en tyngre order kostar. I Sverige, Norge, Danmark, Finland och Tyskland kan du hämta hos ombud för mindre, och i Göteborg hämtar du gratis hos oss.</p>
<h2>Batterier</h2><p>Litiumbatterier skickas med lastbil och båt. Till öar och utanför Europa kan det ta några dagar extra; det får du veta innan du betalar.</p>
<h2>Utanför EU</h2><p>Ingen svensk moms tas ut. Tull och lokal skatt betalas till transportören vid ankomst.</p>
<p>Du får ett mejl med kollinummer när paketet lämnar oss och kan följa det under <a href="{track}">Spåra order</a>.</p>`),
  },
  {
    id: 'returns', title: words('Returns and withdrawal', 'Retur och ångerrätt'), description: words('30 days to return, 14 days of legal withdrawal, two years of warranty.', '30 dagars öppet köp, 14 dagars ångerrätt och två års garanti.'),
    html: words(`
<h2>Right of withdrawal</h2><p>As a consumer you may withdraw from the purchase within 14 days from the day you received the last part, without giving a reason. Tell us by mail or with the withdrawal function under your order; you get a dated receipt. Send the goods back within 14 days after that.</p>
<h2>30 days to return</h2><p>Beyond the law we take back unused parts for 30 days. A battery or screen that has been fitted may be returned if it is undamaged; we deduct the loss in value that goes beyond trying it out.</p>
<h2>How to do it</h2><ol><li>Open the order from your confirmation mail, or with <a href="{track}">Track order</a>.</li><li>Mark the lines to return and the reason.</li><li>Print the label and hand in the parcel. Protect the terminals of batteries with tape.</li><li>You are repaid within 14 days, in the way you paid.</li></ol>
<h2>Faults</h2><p>You may complain about original faults for three years. New parts have two years of warranty, refurbished ones twelve months. We pay the freight when we are to blame.</p>`, `
<h2>Ångerrätt</h2><p>Som konsument får du ångra köpet inom 14 dagar från den dag du tog emot den sista delen, utan att ange skäl. Meddela oss med mejl eller med ångerfunktionen under din order; du får ett daterat kvitto. Skicka sedan tillbaka varan inom 14 dagar.</p>
<h2>30 dagars öppet köp</h2><p>Utöver lagen tar vi tillbaka oanvända delar i 30 dagar. Ett batteri eller en skärm som har monterats får returneras om delen är oskadd; vi drar av för värdeminskning som går längre än att prova varan.</p>
<h2>Så gör du</h2><ol><li>Öppna ordern från orderbekräftelsen eller med <a href="{track}">Spåra order</a>.</li><li>Markera de rader du vill returnera och varför.</li><li>Skriv ut fraktsedeln och lämna in paketet. Tejpa över polerna på batterier.</li><li>Du får pengarna inom 14 dagar, på samma sätt som du betalade.</li></ol>
<h2>Fel på varan</h2><p>Du kan reklamera ursprungliga fel i tre år. Nya delar har två års garanti, renoverade tolv månader. Vi betalar frakten när felet är vårt.</p>`),
  },
]
