/** Tables for what customers keep in their accounts to order again. */
export type ListTables = {
  /** A list of parts, of one customer; `organization_id` is the organization whose members may read it. */
  part_lists: {
    id: string
    customer_id: string
    organization_id: string | null
    name: string
    created_at: string
    updated_at: string
  }
  /**
   * Each part once per list; lines with the same `position` are ordered by part. `sku` and `name` are those of the part
   * when it was added, shown when it is no longer sold.
   */
  part_list_lines: {
    list_id: string
    product_id: string
    sku: string
    name: string
    quantity: number
    note: string
    position: number
  }
  /** `name` is the customer's own name for the device, '' for none. */
  saved_devices: { customer_id: string; device_id: string; name: string; saved_at: string }
}
