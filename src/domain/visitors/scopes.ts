/** Scopes of a signed-in user (spec section 6); organization scopes follow from membership. */
export const customerScope = 'customer'
export const orderScope = 'my-order'
export const organizationRoles = ['buyer', 'admin'] as const
export type OrganizationRole = (typeof organizationRoles)[number]

export function organizationScope(role: OrganizationRole): string {
  return `organization:${role}`
}

/** Validates the format of a scope, to catch an operator's typing mistakes. */
export function isScope(text: string): boolean {
  return /^[a-z][a-z-]{0,29}(?::[a-z][a-z-]{0,29})?$/.test(text)
}
