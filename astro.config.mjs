import { fileURLToPath } from 'node:url'
import node from '@astrojs/node'
import react from '@astrojs/react'
import { defineConfig, passthroughImageService } from 'astro/config'
import { compressAssets } from './src/tools/compress-assets.ts'
import { developmentServer } from './src/tools/development-server.ts'
import { flattenNestedStyles } from './src/tools/flatten-nested-styles.ts'
import { oneByteScripts } from './src/tools/one-byte-scripts.ts'
import { ownImportHelper } from './src/tools/own-import-helper.ts'
import { rememberDigests } from './src/tools/remember-digests.ts'
import { rememberInAstro } from './src/tools/remember-in-astro.ts'
import { renderIslandsOnce } from './src/tools/render-islands-once.ts'
import { serverWorkers } from './src/tools/server-workers.ts'
import { shareAstroObject } from './src/tools/share-astro-object.ts'
import { shortClassNames } from './src/tools/short-class-names.ts'
import { shortenScopes } from './src/tools/shorten-scopes.ts'
import { withoutUnusedHooks } from './src/tools/without-unused-hooks.ts'
import { withoutUnusedParsers } from './src/tools/without-unused-parsers.ts'

const serverEntrypoint = new URL('./src/main.ts', import.meta.url)

/**
 * Few files for browsers: what runs before the shopper acts, what runs once the page is quiet, React, and what the
 * islands and the cart have in common. A group takes along what its files import, unless a group of higher priority has
 * it.
 */
const scriptGroups = [
  ...['en', 'sv'].map((language) => ({
    name: `texts-${language}`,
    test: new RegExp(`src/i18n/${language}/islands\\.json`),
    priority: 5,
  })),
  {
    name: 'page',
    test: /src\/layouts\/watch-page\.ts$|src\/browser\/(?:storage|import-with-files)\.ts$|vite\/preload-helper/,
    priority: 4,
  },
  {
    name: 'quiet',
    test: /src\/layouts\/after-load\.ts$|src\/(?:i18n\/island-texts|browser\/page-language)\.ts$|node_modules\/(?:@nanostores\/persistent|nanostores)\//,
    priority: 3,
  },
  {
    name: 'react',
    test: /node_modules\/(?:react|react-dom|scheduler|@astrojs\/react|@nanostores\/react)\/|src\/ui\/|src\/browser\/hydrate-island\.ts$/,
    priority: 1,
  },
  {
    name: 'shop',
    test: /src\/(?:browser|contracts|domain|i18n|routes|features\/(?:cart\/(?!cart-toast|adopt-cookie-cart)|discounts\/)[\w-]+\.ts$)|node_modules\/(?:zod|nanostores)\//,
    minShareCount: 2,
    priority: 2,
  },
]

/** A component's script by the component's name, without what Astro appends: every page names it. */
function scriptName({ name }) {
  return `_astro/${name.replace(/\.astro_astro_type_script.*$/, '')}.[hash].js`
}

/** One file for the styles of what most pages of the catalogue show, which would be a file for each component. */
const styleGroups = [
  {
    name: 'catalogue',
    test: /src\/(?:ui\/(?:ChipList|Pagination)|features\/(?:listing\/(?:ProductGrid|ProductCard|StockStatus|AddButton|Price|PriceTag|ListHeading|compare\/CompareLink)|search\/\w+|device-finder\/\w+))\.astro\?.*type=style/,
  },
]

/** Packages of the islands and mails, whose production build is wanted whatever NODE_ENV the shop later runs with. */
const reactPackages = ['react', 'react-dom', '@nanostores/react', 'nanostores', 'downshift', /^@react-email\//]
/** Packages of many small files, of which the shop uses a part: bundled they take less memory and start sooner. */
const manyFiles = [
  'zod',
  'kysely',
  'rate-limiter-flexible',
  'nodemailer',
  '@opentelemetry/api',
  'devalue',
  'cookie',
  'qr',
  'otpauth',
  'prom-client',
  'tdigest',
  'bintrees',
  '@oslojs/encoding',
  'sanitize-html',
  'htmlparser2',
  'domutils',
  'domhandler',
  'dom-serializer',
  'entities',
  'parse-srcset',
  'postcss',
]
const bundled = [...reactPackages, ...manyFiles]

export default defineConfig({
  output: 'server',
  outDir: './dist',
  session: false,
  prefetch: false,
  compressHTML: true,
  trailingSlash: 'ignore',
  // A class that adds no weight to a selector, so that a component's rules count as they are written.
  scopedStyleStrategy: 'where',
  devToolbar: { enabled: false },
  // Inline styles would be hashed for the CSP on every rendering.
  image: {
    endpoint: {
      route: '/_image',
      entrypoint: fileURLToPath(new URL('./src/server/platform/http/static/no-image-endpoint.ts', import.meta.url)),
    },
    service: passthroughImageService(),
  },
  build: { inlineStylesheets: 'never', assets: '_astro' },
  cache: { provider: { name: 'shop', entrypoint: new URL('./src/cache-provider.ts', import.meta.url) } },
  adapter: ownServer(node({ mode: 'middleware' })),
  integrations: [ownHydration(react()), hydrateOnIntent(), compressAssets(), oneByteScripts(), developmentServer()],
  security: {
    // cross-site.ts checks every unsafe method, JSON bodies included, which Astro's own check leaves out.
    checkOrigin: false,
    csp: {
      directives: [
        "default-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "object-src 'none'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
        // A payment begins with a form post of ours that redirects to the provider's page.
        "form-action 'self' https://checkout.stripe.com",
      ],
    },
  },
  vite: {
    environments: {
      ssr: {
        build: {
          // V8 keeps the source of what runs, comments included.
          rolldownOptions: {
            output: {
              codeSplitting: { groups: styleGroups },
              comments: { legal: true, annotation: false, jsdoc: false },
            },
          },
        },
      },
      client: {
        build: { rolldownOptions: { output: { codeSplitting: { groups: scriptGroups }, entryFileNames: scriptName } } },
      },
    },
    css: { postcss: { plugins: [flattenNestedStyles()] }, modules: { generateScopedName: shortClassNames() } },
    // Dictionaries are imported as a whole.
    json: { namedExports: false },
    build: { target: 'es2022', cssTarget: ['chrome123', 'firefox128', 'safari17.5'] },
    plugins: [
      productionReact(),
      noServerStorage(),
      serverWorkers(),
      withoutUnusedHooks(),
      withoutUnusedParsers(),
      shortenScopes(),
      rememberDigests(),
      rememberInAstro(),
      renderIslandsOnce(),
      shareAstroObject(),
      ownImportHelper(),
    ],
  },
})

/** The Node adapter with our own server entrypoint, so that one bundle holds the HTTP server and the pages. */
function ownServer(adapter) {
  const configDone = adapter.hooks['astro:config:done']
  const withOwnEntrypoint = (options) =>
    configDone({ ...options, setAdapter: (given) => options.setAdapter({ ...given, serverEntrypoint }) })
  return { ...adapter, hooks: { ...adapter.hooks, 'astro:config:done': withOwnEntrypoint } }
}

/** The React integration with our own way to hydrate. */
function ownHydration(integration) {
  const setup = integration.hooks['astro:config:setup']
  const clientEntrypoint = fileURLToPath(new URL('./src/browser/hydrate-island.ts', import.meta.url))
  const withOwnEntrypoint = (options) =>
    setup({ ...options, addRenderer: (renderer) => options.addRenderer({ ...renderer, clientEntrypoint }) })
  return { ...integration, hooks: { ...integration.hooks, 'astro:config:setup': withOwnEntrypoint } }
}

/** Bundles React's production build into the server, whatever NODE_ENV the shop later runs with. */
function productionReact() {
  return {
    name: 'production-react',
    apply: 'build',
    config: () => ({
      define: { 'process.env.NODE_ENV': '"production"' },
      ssr: { noExternal: bundled },
    }),
  }
}

/**
 * Node warns of its own localStorage as soon as @nanostores/persistent looks for one; stores keep nothing on the
 * server.
 */
function noServerStorage() {
  return {
    name: 'no-server-storage',
    config: () => ({
      environments: {
        ssr: { define: { localStorage: 'undefined' }, resolve: { noExternal: ['@nanostores/persistent'] } },
      },
    }),
  }
}

function hydrateOnIntent() {
  const entrypoint = fileURLToPath(new URL('./src/browser/hydrate-on-intent.ts', import.meta.url))
  return {
    name: 'hydrate-on-intent',
    hooks: {
      'astro:config:setup': ({ addClientDirective }) => addClientDirective({ name: 'intent', entrypoint }),
    },
  }
}
