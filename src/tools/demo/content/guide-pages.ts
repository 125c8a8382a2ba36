import { words } from '../words.ts'
import type { Page } from './page.ts'

/** Buying guides. */
export const guidePages: readonly Page[] = [
  {
    id: 'partnumber',
    title: words('Find your part number', 'Hitta artikelnumret'),
    description: words(
      'Where the numbers are, and which of them counts.',
      'Var numren sitter, och vilket av dem som räknas.',
    ),
    html: words(
      `
<p>A part number beats every description. Type it into the search box as it is printed: capitals, spaces, dots and
hyphens do not matter, and a part of the number is enough.</p>
<h2>1. On the old part</h2>
<p>Look for a white label. The number you want often begins with letters and stands after <em>P/N</em>, <em>FRU</em>
or <em>Model</em>. The long number under the bar code is the serial number: it is different on every part and gives no
results.</p>
<h2>2. On the device</h2>
<p>The type number stands under the machine, behind the battery or under Settings, About. Type it into the search box
to see what fits.</p>
<h2>3. Old numbers</h2>
<p>Parts change numbers during their life. If yours is older, we take you to its successor; the product page lists the
numbers it replaces.</p>
<h2>4. Compare three things</h2>
<table>
<thead>
<tr><th scope="col">Part</th><th scope="col">Must match</th></tr>
</thead>
<tbody>
<tr><td><a href="{batteries}">Battery</a></td><td>Voltage, plug, screw holes</td></tr>
<tr><td><a href="{screens}">Screen</a></td><td>Inches, resolution, number of pins</td></tr>
<tr><td><a href="{keyboards}">Keyboard</a></td><td>Layout, backlight, shape of the ribbon</td></tr>
<tr><td><a href="{chargers}">Charger</a></td><td>Plug and voltage; the power may be higher</td></tr>
</tbody>
</table>
<p>Still unsure? Send a photo of both sides to <a href="{contact}">our workshop</a>.</p>`,
      `
<p>Ett artikelnummer slår alla beskrivningar. Skriv det i sökrutan som det står: versaler, mellanslag, punkter och
bindestreck spelar ingen roll, och en del av numret räcker.</p>
<h2>1. På den gamla delen</h2>
<p>Leta efter en vit etikett. Numret du vill ha börjar ofta med bokstäver och står efter <em>P/N</em>, <em>FRU</em>
eller <em>Model</em>. Det långa numret under streckkoden är serienumret: det är olika på varje del och ger inga
träffar.</p>
<h2>2. På datorn</h2>
<p>Typnumret står under datorn, bakom batteriet eller i Inställningar, Om. Skriv det i sökrutan så ser du vad som
passar.</p>
<h2>3. Gamla nummer</h2>
<p>Delar byter nummer under sin livstid. Är ditt äldre leder vi dig till efterföljaren; produktsidan listar numren som
delen ersätter.</p>
<h2>4. Jämför tre saker</h2>
<table>
<thead>
<tr><th scope="col">Del</th><th scope="col">Måste stämma</th></tr>
</thead>
<tbody>
<tr><td><a href="{batteries}">Batteri</a></td><td>Spänning, kontakt, skruvhål</td></tr>
<tr><td><a href="{screens}">Skärm</a></td><td>Tum, upplösning, antal stift</td></tr>
<tr><td><a href="{keyboards}">Tangentbord</a></td><td>Layout, belysning, flatkabelns form</td></tr>
<tr><td><a href="{chargers}">Laddare</a></td><td>Kontakt och spänning; effekten får vara högre</td></tr>
</tbody>
</table>
<p>Fortfarande osäker? Skicka en bild på båda sidorna till <a href="{contact}">vår verkstad</a>.</p>`,
    ),
  },
  {
    id: 'batterycare',
    title: words('Battery care', 'Sköt om batteriet'),
    description: words(
      'How a laptop battery lasts for five years instead of two.',
      'Så håller ett laptopbatteri i fem år i stället för två.',
    ),
    html: words(
      `
<p>A lithium battery ages from heat and from being full. Two habits make most of the difference.</p>
<h2>Every day</h2>
<ul>
<li>Set the charge limit to 80% if your laptop mostly stays on a desk.</li>
<li>Keep it below 35 °C: not on a duvet, not on the dashboard.</li>
<li>You never need to empty it completely, except once after replacing it so that the indicator is right.</li>
</ul>
<h2>In storage</h2><p>Leave it at about half charge in a cool, dry place and top it up twice a year.</p>
<h2>When to replace it</h2>
<p>When less than 70% of the original capacity is left, or at once if the case bulges, the trackpad rises or the lid
no longer closes. Stop charging a swollen battery, do not press or pierce it, and hand it in for recycling.</p>
<p>Browse <a href="{batteries}">laptop batteries</a> by brand and series, and <a href="{kits}">kits</a> with the
tools.</p>`,
      `
<p>Ett litiumbatteri åldras av värme och av att vara fulladdat. Två vanor gör den största skillnaden.</p>
<h2>Varje dag</h2>
<ul>
<li>Ställ laddgränsen på 80 % om datorn mest står på ett skrivbord.</li>
<li>Håll den under 35 °C: inte på täcket, inte på instrumentbrädan.</li>
<li>Batteriet behöver aldrig tömmas helt, utom en gång efter ett byte för att mätaren ska visa rätt.</li>
</ul>
<h2>Vid förvaring</h2>
<p>Förvara batteriet svalt och torrt, laddat till ungefär hälften, och ladda två gånger om året.</p>
<h2>När det är dags att byta</h2>
<p>När mindre än 70 % av den ursprungliga kapaciteten återstår, eller genast om höljet buktar, styrplattan reser sig
eller locket inte går att stänga. Sluta ladda ett svullet batteri, tryck eller stick inte i det och lämna det till
återvinning.</p>
<p>Här finns <a href="{batteries}">laptopbatterier</a> efter märke och serie, och <a href="{kits}">satser</a> med
verktygen.</p>`,
    ),
  },
]
