import { languages } from '../../../domain/places/locales.ts'
import type { NewRow } from '../../../server/platform/db/tables.ts'
import { fill, words, type Words } from '../words.ts'
import { links } from './links.ts'

const widgets: Readonly<Record<string, Words>> = {
  'cookie-alert': words(
    '<p>We use necessary cookies for your cart, language and sign-in. With your permission we also measure what ' +
      'visitors look for, so that we can improve the shop. Read more under <a href="{privacy}">Privacy</a>.</p>',
    '<p>Vi använder nödvändiga kakor för varukorg, språk och inloggning. Om du tillåter det mäter vi också vad ' +
      'besökare letar efter, så att butiken blir bättre. Läs mer under <a href="{privacy}">Integritet</a>.</p>',
  ),
  'cart-header': words(
    '<p>Order by 3 pm on a working day and we dispatch it the same day.</p>',
    '<p>Beställ före kl. 15 på vardagar så skickar vi samma dag.</p>',
  ),
  'cart-footer': words(
    '<p>30-day returns, and three years to report faults. <a href="{returns}">Returns and withdrawal</a></p>',
    '<p>30 dagars öppet köp och tre års reklamationsrätt. <a href="{returns}">Retur och ångerrätt</a></p>',
  ),
  'footer-columns': words(
    `
<div>
<h3>Customer service</h3>
<ul>
<li><a href="{contact}">Contact</a></li>
<li><a href="{delivery}">Delivery</a></li>
<li><a href="{returns}">Returns and withdrawal</a></li>
<li><a href="{track}">Track order</a></li>
</ul>
</div>
<div>
<h3>Good to know</h3>
<ul>
<li><a href="{guides}">Repair guides</a></li>
<li><a href="{partnumber}">Find your part number</a></li>
<li><a href="{batterycare}">Battery care</a></li>
<li><a href="{giftcards}">Gift cards</a></li>
</ul>
</div>
<div>
<h3>Delverk</h3>
<ul>
<li><a href="{about}">About us</a></li>
<li><a href="{terms}">Terms of purchase</a></li>
<li><a href="{privacy}">Privacy</a></li>
</ul>
</div>
<div>
<h3>Warehouse</h3>
<p>Delverk AB<br>Reservgatan 1<br>415 02 Gothenburg,
Sweden<br><a href="mailto:hello@delverk.example">hello@delverk.example</a></p>
</div>`,
    `
<div>
<h3>Kundservice</h3>
<ul>
<li><a href="{contact}">Kontakt</a></li>
<li><a href="{delivery}">Leverans</a></li>
<li><a href="{returns}">Retur och ångerrätt</a></li>
<li><a href="{track}">Följ din beställning</a></li>
</ul>
</div>
<div>
<h3>Bra att veta</h3>
<ul>
<li><a href="{guides}">Reparationsguider</a></li>
<li><a href="{partnumber}">Hitta artikelnumret</a></li>
<li><a href="{batterycare}">Sköt om batteriet</a></li>
<li><a href="{giftcards}">Presentkort</a></li>
</ul>
</div>
<div>
<h3>Delverk</h3>
<ul>
<li><a href="{about}">Om oss</a></li>
<li><a href="{terms}">Köpvillkor</a></li>
<li><a href="{privacy}">Integritet</a></li>
</ul>
</div>
<div>
<h3>Lager</h3>
<p>Delverk AB<br>Reservgatan 1<br>415 02 Göteborg<br><a href="mailto:hej@delverk.example">hej@delverk.example</a></p>
</div>`,
  ),
  'store-message': words(
    '<p>This is a demo shop: nothing is dispatched and no card is charged. <a href="{about}">About Delverk</a></p>',
    '<p>Det här är en demobutik: inget skickas och inga kort debiteras. <a href="{about}">Om Delverk</a></p>',
  ),
  'store-message-footer': words(
    '<p><strong>Recycle the old one.</strong> We take back used batteries and electronics free of charge, ' +
      'wherever you bought them. <a href="{contact}">Ask for a label</a></p>',
    '<p><strong>Lämna in den gamla.</strong> Vi tar emot uttjänta batterier och elektronik utan kostnad, ' +
      'oavsett var du köpt dem. <a href="{contact}">Be om en fraktsedel</a></p>',
  ),
  'store-menu': words(
    '<ul>' +
      '<li><a href="{partnumber}">Find your part number</a></li>' +
      '<li><a href="{kits}">Repair kits</a></li>' +
      '<li><a href="{delivery}">Delivery</a></li>' +
      '<li><a href="{contact}">Contact</a></li>' +
      '</ul>',
    '<ul>' +
      '<li><a href="{partnumber}">Hitta artikelnumret</a></li>' +
      '<li><a href="{kits}">Reparationssatser</a></li>' +
      '<li><a href="{delivery}">Leverans</a></li>' +
      '<li><a href="{contact}">Kontakt</a></li>' +
      '</ul>',
  ),
  home: words(
    '<p>Search by part number, device or keyword, or start with <a href="{batteries}">batteries</a>, ' +
      '<a href="{screens}">screens</a> and <a href="{keyboards}">keyboards</a>. Every part lists the models it ' +
      'fits. Not sure? <a href="{partnumber}">Find your part number</a> in four steps.</p>',
    '<p>Sök på artikelnummer, modell eller ord, eller börja med <a href="{batteries}">batterier</a>, ' +
      '<a href="{screens}">skärmar</a> och <a href="{keyboards}">tangentbord</a>. Varje del visar vilka modeller ' +
      'den passar. Osäker? <a href="{partnumber}">Hitta artikelnumret</a> i fyra steg.</p>',
  ),
}

export function widgetRows(now: Date): NewRow<'widgets'>[] {
  return Object.entries(widgets).flatMap(([slug, html]) => {
    const filled = fill(html, links)
    return languages.map((language) => ({
      slug,
      language,
      draft: null,
      published: filled[language].trim(),
      hidden: 0,
      publish_at: null,
      updated_at: now.toISOString(),
    }))
  })
}
