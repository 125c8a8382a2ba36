vcl 4.1;

import std;

# docs/operations/cdn.md says why. Set the two values in capitals to your own: the shop's address and PURGE_TOKEN.
# Varnish passes the shopper's Host on by itself; a .host_header here would be answered 421 in production.
backend shop { .host = "SHOP_HOST"; .port = "SHOP_PORT"; }

sub vcl_recv {
  if (req.method == "PURGE") {
    if (req.http.Authorization != "Bearer PURGE_SECRET") { return (synth(403, "Forbidden")); }
    if (req.http.X-Ban-Tags !~ "^[\w:.|-]+$") { return (synth(400, "Bad tags")); }
    ban("obj.http.Cache-Tag ~ (^|,)(" + req.http.X-Ban-Tags + ")(,|$)");
    return (synth(200, "Banned"));
  }
  # A browser or proxy may send its cookies in several lines; only the first one would be looked at below.
  std.collect(req.http.Cookie, "; ");
  if (req.method != "GET" && req.method != "HEAD") { return (pass); }
  if (req.http.Authorization || req.http.Cookie ~ "(^|;\s*)(cid|cc|(__Host-)?(as_customer|own_prices))=") { return (pass); }
  return (hash);
}

sub vcl_backend_response {
  set beresp.ttl = 0s;
  set beresp.grace = 0s;
  if (beresp.http.CDN-Cache-Control ~ "no-store|private" || beresp.http.Set-Cookie) {
    set beresp.uncacheable = true;
  } elsif (beresp.http.CDN-Cache-Control ~ "max-age=\d+" && (beresp.status == 200 || beresp.status == 404)) {
    set beresp.ttl = std.duration(regsub(beresp.http.CDN-Cache-Control, ".*max-age=(\d+).*", "\1s"), 0s);
    if (beresp.http.CDN-Cache-Control ~ "stale-while-revalidate=\d+") {
      set beresp.grace = std.duration(regsub(beresp.http.CDN-Cache-Control, ".*stale-while-revalidate=(\d+).*", "\1s"), 0s);
    }
  } else {
    set beresp.uncacheable = true;
  }
  return (deliver);
}

sub vcl_deliver {
  unset resp.http.CDN-Cache-Control;
  unset resp.http.Cache-Tag;
  unset resp.http.X-Varnish;
  unset resp.http.Via;
  set resp.http.X-Cache = "miss";
  if (obj.hits > 0) { set resp.http.X-Cache = "hit"; }
}
