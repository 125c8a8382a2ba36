import { Products } from '../../contracts/products.ts'
import { endpoint } from '../../server/http/endpoint.ts'
import { findProducts } from '../../server/search/find-products.ts'

export const GET = endpoint(Products, findProducts)
