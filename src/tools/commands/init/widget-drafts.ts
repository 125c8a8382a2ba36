import { words, type Words } from '../../demo/words.ts'

const service = words(
  `
<div>
<h3>Customer service</h3>
<ul>
<li><a href="{contact}">Contact</a></li>{more}
<li><a href="{track}">Track order</a></li>
<li><a href="{withdraw}">Withdraw from a purchase</a></li>
</ul>
</div>`,
  `
<div>
<h3>Kundservice</h3>
<ul>
<li><a href="{contact}">Kontakt</a></li>{more}
<li><a href="{track}">Följ din beställning</a></li>
<li><a href="{withdraw}">Ångra ett köp</a></li>
</ul>
</div>`,
)

const company = words(
  `
<div>
<h3>{brand}</h3>
<ul>{about}
<li><a href="{terms}">Terms of purchase</a></li>
<li><a href="{privacy}">Privacy</a></li>
</ul>
</div>
<div>
<h3>{company}</h3>
<p>{lines}</p>
</div>`,
  `
<div>
<h3>{brand}</h3>
<ul>{about}
<li><a href="{terms}">Köpvillkor</a></li>
<li><a href="{privacy}">Integritet</a></li>
</ul>
</div>
<div>
<h3>{company}</h3>
<p>{lines}</p>
</div>`,
)

/** The footer; `{more}` and `{about}` are links to pages that are not published in a new shop. */
export const footer: Words = words(service.en + company.en, service.sv + company.sv)

/** What the footer gets once its pages are published. */
export const laterLinks = {
  more: words(
    '\n<li><a href="{delivery}">Delivery</a></li>\n<li><a href="{returns}">Returns and withdrawal</a></li>',
    '\n<li><a href="{delivery}">Leverans</a></li>\n<li><a href="{returns}">Retur och ångerrätt</a></li>',
  ),
  about: words('\n<li><a href="{aboutpage}">About us</a></li>', '\n<li><a href="{aboutpage}">Om oss</a></li>'),
}

export const cookieQuestion = words(
  '<p>We use necessary cookies for your cart, language and sign-in. With your permission we also measure what ' +
    'visitors look for, so that we can improve the shop. Read more under <a href="{privacy}">Privacy</a>.</p>',
  '<p>Vi använder nödvändiga kakor för varukorg, språk och inloggning. Om du tillåter det mäter vi också vad ' +
    'besökare letar efter, så att butiken blir bättre. Läs mer under <a href="{privacy}">Integritet</a>.</p>',
)

export const homeText = words('<p>[… What you sell, in two sentences]</p>', '<p>[… Vad ni säljer, i två meningar]</p>')
