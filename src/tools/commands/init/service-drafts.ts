import { words } from '../../demo/words.ts'
import type { PageDraft } from './page-draft.ts'

/** About, contact, delivery and returns. */
export const serviceDrafts: readonly PageDraft[] = [
  {
    id: 'about',
    title: words('About {brand}', 'Om {brand}'),
    description: words('Who runs {brand}.', 'Vilka som driver {brand}.'),
    html: words(
      `
<p>{brand} is run by {legalName}. [… What you sell, since when and where]</p>
<h2>How we choose parts</h2>
<p>[… How you know what a part fits, and what "original", "compatible" and "refurbished" mean in your shop]</p>
<p>Not sure what you need? <a href="{contact}">Ask us</a>.</p>`,
      `
<p>{brand} drivs av {legalName}. [… Vad ni säljer, sedan när och var]</p>
<h2>Så väljer vi delar</h2>
<p>[… Hur ni vet vad en del passar till, och vad original, kompatibel och renoverad betyder hos er]</p>
<p>Osäker på vad du behöver? <a href="{contact}">Fråga oss</a>.</p>`,
    ),
  },
  {
    id: 'contact',
    title: words('Contact', 'Kontakt'),
    description: words('How to reach {brand}.', 'Så når du {brand}.'),
    html: words(
      `
<p>Tell us which device you have, and the numbers on the old part if you can read them. [… How soon you reply, and when
you answer the telephone]</p>
{facts}
<h2>Already ordered?</h2>
<p>See where your parcel is under <a href="{track}">Track order</a>. For returns, see <a href="{returns}">Returns and
withdrawal</a>.</p>`,
      `
<p>Skriv vilken enhet du har, och numren på den gamla delen om de går att läsa. [… Hur snart ni svarar, och när ni tar
emot samtal]</p>
{facts}
<h2>Redan beställt?</h2>
<p>Var paketet är ser du under <a href="{track}">Följ din beställning</a>. För returer, se <a href="{returns}">Retur
och ångerrätt</a>.</p>`,
    ),
  },
  {
    id: 'delivery',
    title: words('Delivery', 'Leverans'),
    description: words('Delivery methods, prices and working days.', 'Leveranssätt, priser och antal vardagar.'),
    html: words(
      `
<p>The checkout shows every delivery method to your address, with its price and how many working days it takes, before
you order. [… Where you dispatch from, and until when on a working day]</p>
<h2>Batteries</h2>
<p>[… Which goods you do not send by air or abroad]</p>
<h2>Outside the EU</h2>
<p>We charge no VAT of {homeCountry}. You pay duty and local tax to the carrier on arrival.</p>
<p>We email you when the parcel is dispatched, and you can follow it under <a href="{track}">Track order</a>.</p>`,
      `
<p>Kassan visar varje leveranssätt till din adress, med pris och antal vardagar, innan du beställer. [… Varifrån ni
skickar, och fram till vilken tid på vardagar]</p>
<h2>Batterier</h2>
<p>[… Vilka varor ni inte skickar med flyg eller till utlandet]</p>
<h2>Utanför EU</h2>
<p>Ingen moms i {homeCountry} tas ut. Tull och lokal skatt betalas till transportören vid ankomst.</p>
<p>Du får ett mejl när paketet lämnar oss och kan följa det under <a href="{track}">Följ din beställning</a>.</p>`,
    ),
  },
  {
    id: 'returns',
    title: words('Returns and withdrawal', 'Retur och ångerrätt'),
    description: words('The right of withdrawal, returns and complaints.', 'Ångerrätt, returer och reklamationer.'),
    html: words(
      `
<h2>Right of withdrawal</h2>
<p>As a consumer you may withdraw from the purchase within 14 days of receiving the last part, without giving a reason.
Tell us by email or use the <a href="{withdraw}">withdrawal form</a>; you will get a dated receipt. Return the goods
within 14 days of telling us. {postage}</p>
<h2>Returns beyond the law</h2>
<p>In addition to your legal rights, you can return unused parts within {days} days. [… What you take back when a part
has been fitted]</p>
<h2>How to return something</h2>
<ol>
<li>Open the order from your confirmation email, or with <a href="{track}">Track order</a>.</li>
<li>Select the parts to return and the reason.</li>
<li>Print the return slip, put it in the parcel and send it. Tape over the terminals of batteries.</li>
<li>We refund you within 14 days, the way you paid.</li>
</ol>
<h2>Faults</h2>
<p>You can claim for faults that were there from the start for three years. [… Your warranty beyond that, or remove
this] We pay the return postage if the fault is ours.</p>`,
      `
<h2>Ångerrätt</h2>
<p>Som konsument får du ångra köpet inom 14 dagar från den dag du tog emot den sista delen, utan att ange skäl. Meddela
oss med mejl eller med <a href="{withdraw}">ångerfunktionen</a>; du får ett daterat kvitto. Skicka sedan tillbaka varan
inom 14 dagar. {postage}</p>
<h2>Öppet köp</h2>
<p>Utöver lagen tar vi tillbaka oanvända delar i {days} dagar. [… Vad ni tar tillbaka när en del har monterats]</p>
<h2>Så gör du</h2>
<ol>
<li>Öppna beställningen från orderbekräftelsen eller med <a href="{track}">Följ din beställning</a>.</li>
<li>Markera de rader du vill returnera och varför.</li>
<li>Skriv ut följesedeln, lägg den i paketet och skicka det. Tejpa över polerna på batterier.</li>
<li>Du får pengarna inom 14 dagar, på samma sätt som du betalade.</li>
</ol>
<h2>Fel på varan</h2>
<p>Du kan reklamera ursprungliga fel i tre år. [… Er garanti utöver det, eller ta bort meningen] Vi betalar frakten när
felet är vårt.</p>`,
    ),
  },
]
