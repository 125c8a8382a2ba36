import { words } from '../words.ts'
import type { Page } from './page.ts'

/** About, contact, delivery and returns. */
export const servicePages: readonly Page[] = [
  {
    id: 'about',
    title: words('About Delverk', 'Om Delverk'),
    description: words(
      'Spare parts for computers, phones and printers, from a warehouse in Gothenburg.',
      'Reservdelar till datorer, mobiler och skrivare, från ett lager i Göteborg.',
    ),
    html: words(
      `
<p>Delverk sells spare parts so that devices last longer. We started with laptop batteries at a workbench in
Gothenburg; today we stock parts for laptops, desktop computers, phones, tablets and printers.</p>
<h2>How we choose parts</h2>
<p>We only stock a part once we know what it fits. For every battery, screen and keyboard, one of us has had the old
and the new one on the bench, counted the pins and noted the numbers. That is why each product page shows the
manufacturer's part number, the numbers it replaces and a list of compatible models.</p>
<h2>Original, compatible, refurbished</h2>
<ul>
<li><strong>Original</strong> comes from the manufacturer of the device.</li>
<li><strong>Compatible</strong> comes from another manufacturer, fits in the same place and carries the same
warranty.</li>
<li><strong>Refurbished</strong> has been used, then cleaned, repaired and tested. The warranty is twelve months.</li>
</ul>
<p>Not sure what you need? Read <a href="{partnumber}">how to find your part number</a>, or <a href="{contact}">ask
us</a>.</p>`,
      `
<p>Delverk säljer reservdelar för att prylar ska kunna användas längre. Vi började med laptopbatterier vid en
arbetsbänk i Göteborg; i dag finns här delar till bärbara och stationära datorer, mobiler, surfplattor och
skrivare.</p>
<h2>Så väljer vi delar</h2>
<p>Vi tar in en del först när vi vet vad den passar till. För varje batteri, skärm och tangentbord har någon hos oss
haft den gamla och den nya på bänken, räknat stiften och skrivit upp numren. Därför hittar du tillverkarens
artikelnummer, numren som delen ersätter och en lista över modeller på produktsidan.</p>
<h2>Original, kompatibel, renoverad</h2>
<ul>
<li><strong>Original</strong> kommer från den som tillverkat enheten.</li>
<li><strong>Kompatibel</strong> kommer från en annan tillverkare, passar på samma plats och har samma garanti hos
oss.</li>
<li><strong>Renoverad</strong> har varit i bruk och sedan rengjorts, lagats och testats. Garantin är tolv
månader.</li>
</ul>
<p>Osäker på vad du behöver? Läs <a href="{partnumber}">hur du hittar artikelnumret</a> eller
<a href="{contact}">fråga oss</a>.</p>`,
    ),
  },
  {
    id: 'contact',
    title: words('Contact', 'Kontakt'),
    description: words(
      'Ask us before you order: we reply within one working day.',
      'Fråga oss innan du beställer: vi svarar inom en arbetsdag.',
    ),
    html: words(
      `
<p>We reply within one working day. Tell us which device you have, and the numbers on the old part if you can read
them.</p>
<table>
<tbody>
<tr><th scope="row">Email</th><td><a href="mailto:hello@delverk.example">hello@delverk.example</a></td></tr>
<tr><th scope="row">Telephone</th><td>+46 31 390 06 10, Monday to Friday 9–16 CET</td></tr>
<tr><th scope="row">Address</th><td>Delverk AB, Reservgatan 1, 415 02 Gothenburg, Sweden</td></tr>
<tr><th scope="row">Company number</th><td>559999-4604</td></tr>
</tbody>
</table>
<h2>Already ordered?</h2>
<p>See where your parcel is under <a href="{track}">Track order</a>. For returns, see <a href="{returns}">Returns and
withdrawal</a>.</p>`,
      `
<p>Vi svarar inom en arbetsdag. Skriv vilken dator du har, och numren på den gamla delen om de går att läsa.</p>
<table>
<tbody>
<tr><th scope="row">E-post</th><td><a href="mailto:hej@delverk.example">hej@delverk.example</a></td></tr>
<tr><th scope="row">Telefon</th><td>031-390 06 10, måndag till fredag 9–16</td></tr>
<tr><th scope="row">Adress</th><td>Delverk AB, Reservgatan 1, 415 02 Göteborg</td></tr>
<tr><th scope="row">Organisationsnummer</th><td>559999-4604</td></tr>
</tbody>
</table>
<h2>Redan beställt?</h2>
<p>Var paketet är ser du under <a href="{track}">Följ din beställning</a>. För returer, se <a href="{returns}">Retur
och ångerrätt</a>.</p>`,
    ),
  },
  {
    id: 'delivery',
    title: words('Delivery', 'Leverans'),
    description: words(
      'Dispatched the same working day if you order by 3 pm.',
      'Skickas samma vardag om du beställer före kl. 15.',
    ),
    html: words(
      `
<p>Parts in stock leave Gothenburg the same working day if you order by 3 pm (Swedish time).</p>
<table>
<thead>
<tr><th scope="col">To</th><th scope="col">Price</th><th scope="col">Free from</th><th scope="col">Working
days</th></tr>
</thead>
<tbody>
<tr><td>Sweden</td><td>from €4.50</td><td>€46</td><td>1–2</td></tr>
<tr><td>Norway, Denmark, Finland, Iceland</td><td>from €9</td><td>€91</td><td>2–4</td></tr>
<tr><td>Rest of the EU</td><td>from €12</td><td>€137</td><td>3–6</td></tr>
<tr><td>Rest of the world</td><td>from €27</td><td>–</td><td>5–12</td></tr>
</tbody>
</table>
<p>Prices are for home delivery of up to 2 kg, rounded from Swedish kronor; the checkout shows the exact price in your
currency, and what a heavier order costs. In Sweden, Norway, Denmark, Finland and Germany you can collect from a
collection point for less, and in Gothenburg you can collect from our counter free of charge.</p>
<h2>Batteries</h2>
<p>Lithium batteries travel by road and sea. Delivery to islands and outside Europe can take a few days longer; we
tell you before you pay.</p>
<h2>Outside the EU</h2><p>We charge no Swedish VAT. You pay duty and local tax to the carrier on arrival.</p>
<p>We email you a tracking number when the parcel is dispatched, and you can follow it under <a href="{track}">Track
order</a>.</p>`,
      `
<p>Det som finns i lager lämnar Göteborg samma vardag om du beställer före kl. 15.</p>
<table>
<thead>
<tr><th scope="col">Till</th><th scope="col">Pris</th><th scope="col">Fritt
från</th><th scope="col">Vardagar</th></tr>
</thead>
<tbody>
<tr><td>Sverige</td><td>från 49 kr</td><td>500 kr</td><td>1–2</td></tr>
<tr><td>Norge, Danmark, Finland, Island</td><td>från 99 kr</td><td>1 000 kr</td><td>2–4</td></tr>
<tr><td>Övriga EU</td><td>från 129 kr</td><td>1 500 kr</td><td>3–6</td></tr>
<tr><td>Övriga världen</td><td>från 299 kr</td><td>–</td><td>5–12</td></tr>
</tbody>
</table>
<p>Priset till dörren gäller upp till 2 kg; kassan visar vad en tyngre beställning kostar. I Sverige, Norge, Danmark,
Finland och Tyskland kan du hämta hos ombud för mindre, och i Göteborg hämtar du gratis hos oss.</p>
<h2>Batterier</h2>
<p>Litiumbatterier skickas med lastbil och båt. Till öar och utanför Europa kan det ta några dagar extra; det får du
veta innan du betalar.</p>
<h2>Utanför EU</h2><p>Ingen svensk moms tas ut. Tull och lokal skatt betalas till transportören vid ankomst.</p>
<p>Du får ett mejl med kollinummer när paketet lämnar oss och kan följa det under <a href="{track}">Följ din
beställning</a>.</p>`,
    ),
  },
  {
    id: 'returns',
    title: words('Returns and withdrawal', 'Retur och ångerrätt'),
    description: words(
      '30-day returns, a 14-day right of withdrawal and a two-year warranty.',
      '30 dagars öppet köp, 14 dagars ångerrätt och två års garanti.',
    ),
    html: words(
      `
<h2>Right of withdrawal</h2>
<p>As a consumer you may withdraw from the purchase within 14 days of receiving the last part, without giving a
reason. Tell us by email or use the <a href="{withdraw}">withdrawal form</a>; you will get a dated receipt. Return
the goods within 14 days of telling us.</p>
<h2>30-day returns</h2>
<p>In addition to your legal rights, you can return unused parts within 30 days. A battery or screen that has been
fitted can be returned if it is undamaged; we deduct any loss in value beyond trying it out.</p>
<h2>How to return something</h2>
<ol>
<li>Open the order from your confirmation email, or with <a href="{track}">Track order</a>.</li>
<li>Select the parts to return and the reason.</li>
<li>Print the return slip, put it in the parcel and send it. Tape over the terminals of batteries.</li>
<li>We refund you within 14 days, the way you paid.</li>
</ol>
<h2>Faults</h2>
<p>You can claim for faults that were there from the start for three years. New parts have a two-year warranty,
refurbished parts twelve months. We pay the return postage if the fault is ours.</p>`,
      `
<h2>Ångerrätt</h2>
<p>Som konsument får du ångra köpet inom 14 dagar från den dag du tog emot den sista delen, utan att ange skäl.
Meddela oss med mejl eller med <a href="{withdraw}">ångerfunktionen</a>; du får ett daterat kvitto. Skicka sedan
tillbaka varan inom 14 dagar.</p>
<h2>30 dagars öppet köp</h2>
<p>Utöver lagen tar vi tillbaka oanvända delar i 30 dagar. Ett batteri eller en skärm som har monterats får returneras
om delen är oskadd; vi drar av för värdeminskning som går längre än att prova varan.</p>
<h2>Så gör du</h2>
<ol>
<li>Öppna beställningen från orderbekräftelsen eller med <a href="{track}">Följ din beställning</a>.</li>
<li>Markera de rader du vill returnera och varför.</li>
<li>Skriv ut följesedeln, lägg den i paketet och skicka det. Tejpa över polerna på batterier.</li>
<li>Du får pengarna inom 14 dagar, på samma sätt som du betalade.</li>
</ol>
<h2>Fel på varan</h2>
<p>Du kan reklamera ursprungliga fel i tre år. Nya delar har två års garanti, renoverade tolv månader. Vi betalar
frakten när felet är vårt.</p>`,
    ),
  },
]
