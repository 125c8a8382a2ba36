import { words } from '../words.ts'
import type { Page } from './page.ts'

/** Terms and privacy. */
export const legalPages: readonly Page[] = [
  {
    id: 'terms',
    title: words('Terms of purchase', 'Köpvillkor'),
    description: words('What applies when you buy from Delverk.', 'Vad som gäller när du handlar hos Delverk.'),
    html: words(
      `
<h2>Agreement</h2>
<p>You buy from Delverk AB, 559999-4604. The contract is made when we confirm your order by email. If a price is
obviously wrong, we ask you before anything is dispatched.</p>
<h2>Prices and VAT</h2>
<p>Prices include the VAT of the country the parcel goes to. Companies can view prices without VAT. A company in
another EU country with a valid VAT number buys under the reverse charge. Wherever a price is reduced, we show the
lowest price of the last 30 days.</p>
<h2>Payment</h2>
<p>Card, invoice, instalments or wallet. Invoices are due after 30 days. Cards are charged when the order is
confirmed.</p>
<h2>Delivery and risk</h2>
<p>We carry the risk until you have received the parcel. Read more under <a href="{delivery}">Delivery</a>.</p>
<h2>Discounts when you send something back</h2>
<p>A discount code with a minimum spend, a free gift, a bundle price or a quantity price holds for what you keep. If
you withdraw from or return a part of an order because you changed your mind, and what you keep no longer meets the
conditions, it costs what it would have cost if you had ordered only that, at the prices of the day you ordered; a
free gift that you keep costs its ordinary price. The difference is deducted from what we pay back, never more than
that. You see the calculation before you confirm. Nothing is deducted for faulty parts.</p>
<h2>Withdrawal and complaints</h2>
<p>See <a href="{returns}">Returns and withdrawal</a>. Disputes can be brought before the Swedish National Board for
Consumer Disputes (ARN), Box 174, 101 23 Stockholm.</p>
<h2>Fitting</h2>
<p>Work on computers and batteries is done at your own risk. Disconnect the power, and let a professional help you if
you are unsure.</p>`,
      `
<h2>Avtal</h2>
<p>Du handlar av Delverk AB, 559999-4604. Avtal ingås när vi bekräftar din beställning med mejl. Är ett pris uppenbart
fel frågar vi dig innan något skickas.</p>
<h2>Priser och moms</h2>
<p>Priserna inkluderar moms för det land paketet går till. Företag kan visa priser utan moms. Ett företag i ett annat
EU-land med giltigt momsnummer handlar med omvänd skattskyldighet. Vid nedsatta priser visar vi det lägsta priset de
senaste 30 dagarna.</p>
<h2>Betalning</h2>
<p>Kort, faktura, delbetalning eller plånbok. Faktura förfaller efter 30 dagar. Kort debiteras när beställningen
bekräftas.</p>
<h2>Leverans och risk</h2>
<p>Vi står risken tills du har tagit emot paketet. Läs mer under <a href="{delivery}">Leverans</a>.</p>
<h2>Rabatter när du skickar tillbaka något</h2>
<p>En rabattkod med minsta köp, en gåva, ett paketpris eller ett mängdpris gäller det du behåller. Ångrar eller
returnerar du en del av en beställning för att du har ändrat dig, och det du behåller inte längre uppfyller villkoren,
kostar det du behåller det som det hade kostat om du bara hade beställt det, till priserna den dag du beställde; en
gåva som du behåller kostar sitt ordinarie pris. Skillnaden dras av från det vi betalar tillbaka, aldrig mer än så. Du
ser uträkningen innan du bekräftar. Inget dras av för felaktiga delar.</p>
<h2>Ångerrätt och reklamation</h2>
<p>Se <a href="{returns}">Retur och ångerrätt</a>. Tvister kan prövas av Allmänna reklamationsnämnden (ARN), Box 174,
101 23 Stockholm.</p>
<h2>Montering</h2>
<p>Arbete med datorer och batterier sker på egen risk. Bryt strömmen och ta hjälp av en fackman om du är osäker.</p>`,
    ),
  },
  {
    id: 'privacy',
    title: words('Privacy', 'Integritet'),
    description: words('What we store about you, why and for how long.', 'Vad vi sparar om dig, varför och hur länge.'),
    html: words(
      `
<p>Delverk AB is responsible for your personal data. We store what we need to sell you parts and keep our promises,
and sell nothing on.</p>
<table>
<thead>
<tr><th scope="col">What</th><th scope="col">Why</th><th scope="col">How long</th></tr>
</thead>
<tbody>
<tr><td>Name, address, order</td><td>To deliver, and because bookkeeping law requires it</td><td>7 years</td></tr>
<tr><td>Account and addresses</td><td>To let you sign in</td><td>Until you erase it</td></tr>
<tr><td>Your device choice, postal code and cart</td><td>So that pages show what fits and when it arrives</td><td>In
your own browser</td></tr>
<tr><td>Cookies for statistics and advertising</td><td>Only with your consent</td><td>30 days</td></tr>
</tbody>
</table>
<h2>Cookies</h2>
<p>Necessary cookies remember your language, currency and sign-in. The others are set when you have said yes, and you
can change your mind at any time in the cookie bar.</p>
<h2>Your rights</h2>
<p>You may see, correct, export and erase your data from your account, or by <a href="{contact}">writing to us</a>.
You may complain to the Swedish Authority for Privacy Protection (IMY).</p>`,
      `
<p>Delverk AB är personuppgiftsansvarig. Vi sparar det vi behöver för att sälja delar till dig och hålla det vi lovar,
och ingenting för att sälja vidare.</p>
<table>
<thead>
<tr><th scope="col">Vad</th><th scope="col">Varför</th><th scope="col">Hur länge</th></tr>
</thead>
<tbody>
<tr><td>Namn, adress, beställning</td><td>För att leverera, och för att bokföringslagen kräver det</td>
<td>7 år</td></tr>
<tr><td>Konto och adresser</td><td>För att du ska kunna logga in</td><td>Tills du raderar det</td></tr>
<tr><td>Vald modell, postnummer och varukorg</td><td>För att visa vad som passar och när det kommer fram</td><td>I
din egen webbläsare</td></tr>
<tr><td>Kakor för statistik och annonser</td><td>Bara med ditt samtycke</td><td>30 dagar</td></tr>
</tbody>
</table>
<h2>Kakor</h2>
<p>Nödvändiga kakor håller reda på språk, valuta och inloggning. Övriga sätts när du har sagt ja, och du kan ändra dig
när som helst i kakfältet.</p>
<h2>Dina rättigheter</h2>
<p>Du kan se, rätta, exportera och radera dina uppgifter från ditt konto eller genom att <a href="{contact}">skriva
till oss</a>. Du kan klaga hos Integritetsskyddsmyndigheten (IMY).</p>`,
    ),
  },
]
