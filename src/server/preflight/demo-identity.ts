/** Data that identifies the demo shop: the seed writes it, and production refuses to start with it. */

/** The published password of demo accounts on a loopback address; elsewhere they get random ones. */
export const demoPassword = 'reservdel'

export const demoAccountIds = { private: 'demo-private', admin: 'demo-admin', buyer: 'demo-buyer' } as const

/** The organization number of the demo's company, as invoices and the terms of purchase show it. */
export const demoOrganizationNumber = '559999-4604'

/** The domain of the demo's e-mail addresses. */
export const demoDomain = 'delverk.example'
