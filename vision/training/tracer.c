/* A small ray tracer for dice on a table: rounded, textured cubes, beads and coins, tray walls, one lamp, a sky.
   It makes pictures to learn from, with the face that each pixel belongs to. Knows nothing of values and labels. */
#include <math.h>
#include <stdint.h>

typedef struct { float x, y, z; } Vec;
typedef struct {
    float centre[3], axes[9]; /* rows: the die's own axes in the world */
    float half, edge, cut;    /* half an edge; radius of its rounding; radius of a sphere that cuts its corners */
    int32_t face[6];          /* masks on +z, -z, +x, -x, +y, -y */
    float body[3], second[3], ink[3];
    float marble, grain, gloss, rough, relief, clear, glitter, shift[2];
} Die;
typedef struct { float centre[3], radius, height, colour[3], gloss; } Prop; /* a ball, or with a height a coin */
typedef struct {
    int32_t width, height, dice, props, walls, floor_size, noise_size, mask_size;
    float eye[3], view[9], focal, middle[2];
    float lamp[3], lamp_size, lamp_colour[3], sky[3], ground[3], window;
    float floor_scale, floor_turn, floor_gloss, wall[6][6], wall_colour[3];
    uint32_t seed;
} Scene;

static Vec vec(float x, float y, float z) { Vec v = {x, y, z}; return v; }
static Vec of(const float *a) { return vec(a[0], a[1], a[2]); }
static Vec add(Vec a, Vec b) { return vec(a.x + b.x, a.y + b.y, a.z + b.z); }
static Vec sub(Vec a, Vec b) { return vec(a.x - b.x, a.y - b.y, a.z - b.z); }
static Vec mul(Vec a, float s) { return vec(a.x * s, a.y * s, a.z * s); }
static float dot(Vec a, Vec b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static float len(Vec a) { return sqrtf(dot(a, a)); }
static Vec unit(Vec a) { return mul(a, 1 / (len(a) + 1e-12f)); }
static float clamp(float v, float a, float b) { return v < a ? a : v > b ? b : v; }
static float chance(uint32_t *s) {
    *s ^= *s << 13, *s ^= *s >> 17, *s ^= *s << 5;
    return (*s >> 8) * (1.f / 16777216.f);
}

static Vec into(const float *m, Vec p) { return vec(dot(of(m), p), dot(of(m + 3), p), dot(of(m + 6), p)); }
static Vec back(const float *m, Vec p) {
    return add(add(mul(of(m), p.x), mul(of(m + 3), p.y)), mul(of(m + 6), p.z));
}

/* How far p (in the die's axes) is from its surface. */
static float outside(const Die *d, Vec p) {
    float in = d->half - d->edge, x = fabsf(p.x) - in, y = fabsf(p.y) - in, z = fabsf(p.z) - in;
    Vec q = vec(fmaxf(x, 0), fmaxf(y, 0), fmaxf(z, 0));
    return fmaxf(len(q) + fminf(fmaxf(x, fmaxf(y, z)), 0) - d->edge, len(p) - d->cut);
}

static float meets_die(const Die *d, Vec from, Vec dir, float far) {
    Vec o = sub(from, of(d->centre));
    float reach = fminf(d->half * 1.7321f, d->cut), b = dot(o, dir), q = b * b - dot(o, o) + reach * reach;
    if (q < 0) return -1;
    float near = -b - sqrtf(q), end = fminf(-b + sqrtf(q), far);
    if (end < 0 || near > far) return -1;
    Vec at = into(d->axes, o), along = into(d->axes, dir);
    float t = fmaxf(near, 0);
    for (int k = 0; k < 26 && t <= end; k++) {
        float gap = outside(d, add(at, mul(along, t)));
        if (gap < .003f * d->half) return t;
        t += gap;
    }
    return -1;
}

static float meets_prop(const Prop *p, Vec from, Vec dir, float far, Vec *normal) {
    Vec o = sub(from, of(p->centre));
    if (p->height <= 0) {
        float b = dot(o, dir), q = b * b - dot(o, o) + p->radius * p->radius;
        float t = q < 0 ? -1 : -b - sqrtf(q);
        if (t < 1e-4f || t > far) return -1;
        *normal = unit(add(o, mul(dir, t)));
        return t;
    }
    float t = (p->height - o.z) / dir.z; /* the lid, then the rim */
    Vec at = add(o, mul(dir, t));
    if (t > 1e-4f && t < far && at.x * at.x + at.y * at.y < p->radius * p->radius) return *normal = vec(0, 0, 1), t;
    float a = dir.x * dir.x + dir.y * dir.y, b = o.x * dir.x + o.y * dir.y;
    float q = b * b - a * (o.x * o.x + o.y * o.y - p->radius * p->radius);
    t = q < 0 || a < 1e-9f ? -1 : (-b - sqrtf(q)) / a;
    at = add(o, mul(dir, t));
    if (t < 1e-4f || t > far || at.z < 0 || at.z > p->height) return -1;
    *normal = unit(vec(at.x, at.y, 0));
    return t;
}

static float meets_wall(const float *w, Vec from, Vec dir, float far, Vec *normal) {
    float o[3] = {from.x, from.y, from.z}, d[3] = {dir.x, dir.y, dir.z}, in = 1e-4f, out = far, sign = 0;
    int axis = -1;
    for (int k = 0; k < 3; k++) {
        float r = 1 / (fabsf(d[k]) < 1e-9f ? 1e-9f : d[k]), a = (w[k] - o[k]) * r, b = (w[k + 3] - o[k]) * r, s = -1;
        if (a > b) { float c = a; a = b, b = c, s = 1; }
        if (a > in) in = a, axis = k, sign = s;
        out = fminf(out, b);
    }
    if (axis < 0 || in > out) return -1;
    *normal = vec(axis == 0 ? sign : 0, axis == 1 ? sign : 0, axis == 2 ? sign : 0);
    return in;
}

static void texture(const uint8_t *image, int size, float u, float v, float *rgb) {
    float x = (u - floorf(u)) * size, y = (v - floorf(v)) * size;
    int x0 = (int)x % size, y0 = (int)y % size, x1 = (x0 + 1) % size, y1 = (y0 + 1) % size;
    float fx = x - (int)x, fy = y - (int)y;
    for (int k = 0; k < 3; k++) {
        float top = image[(y0 * size + x0) * 3 + k] * (1 - fx) + image[(y0 * size + x1) * 3 + k] * fx;
        float low = image[(y1 * size + x0) * 3 + k] * (1 - fx) + image[(y1 * size + x1) * 3 + k] * fx;
        float c = (top * (1 - fy) + low * fy) / 255;
        rgb[k] = c * c;
    }
}

static float ink_at(const uint8_t *mask, int size, float u, float v) {
    float x = clamp(u * size - .5f, 0, size - 1.01f), y = clamp(v * size - .5f, 0, size - 1.01f);
    int x0 = (int)x, y0 = (int)y;
    float fx = x - x0, fy = y - y0;
    const uint8_t *p = mask + y0 * size + x0;
    return ((p[0] * (1 - fx) + p[1] * fx) * (1 - fy) + (p[size] * (1 - fx) + p[size + 1] * fx) * fy) / 255;
}

typedef struct { Vec at, normal; float colour[3], gloss, rough, clear, shade; int face; } Spot;

static float lit(const Scene *s, const Die *dice, const Prop *props, Vec from, Vec to, float far) {
    Vec n;
    for (int i = 0; i < s->dice; i++)
        if (meets_die(dice + i, from, to, far) > 0) return dice[i].clear * .5f;
    for (int i = 0; i < s->props; i++)
        if (meets_prop(props + i, from, to, far, &n) > 0) return 0;
    for (int i = 0; i < s->walls; i++)
        if (meets_wall(s->wall[i], from, to, far, &n) > 0) return 0;
    return 1;
}

/* The colour of a die's skin where it was met, its pips, what shines through, and how its surface bends. */
static void skin(const Scene *s, const Die *d, Vec dir, const uint8_t *masks, const uint8_t *noise, Spot *spot) {
    Vec p = into(d->axes, sub(spot->at, of(d->centre)));
    float e = .004f * d->half, g0 = outside(d, p);
    Vec g = unit(vec(outside(d, vec(p.x + e, p.y, p.z)) - g0, outside(d, vec(p.x, p.y + e, p.z)) - g0,
                     outside(d, vec(p.x, p.y, p.z + e)) - g0));
    float ax = fabsf(p.x), ay = fabsf(p.y), az = fabsf(p.z), u, v;
    int axis = az >= ax && az >= ay ? 0 : ax >= ay ? 1 : 2, face;
    if (axis == 0) face = p.z > 0 ? 0 : 1, u = p.x, v = p.y;
    else if (axis == 1) face = p.x > 0 ? 2 : 3, u = p.y, v = p.z;
    else face = p.y > 0 ? 4 : 5, u = p.x, v = p.z;
    u = u / (2 * d->half) + .5f, v = v / (2 * d->half) + .5f;
    int size = s->mask_size;
    float px = 1.f / size;
    const uint8_t *mask = masks + (long)d->face[face] * size * size;
    float ink = ink_at(mask, size, u, v);
    float du = (ink_at(mask, size, u + px, v) - ink_at(mask, size, u - px, v)) * d->relief;
    float dv = (ink_at(mask, size, u, v + px) - ink_at(mask, size, u, v - px)) * d->relief;
    g = unit(add(g, axis == 0 ? vec(du, dv, 0) : axis == 1 ? vec(0, du, dv) : vec(du, 0, dv)));
    float n[3], through = 0, glow = 1, mix = 0, spark = 0;
    texture(noise, s->noise_size, u * d->grain + d->shift[0] + face * .37f, v * d->grain + d->shift[1], n);
    if (d->marble > 0) mix = clamp(.5f + (n[0] - .3f) * 6 * d->marble, 0, 1);
    if (d->glitter > 0) {
        uint32_t cell = (uint32_t)((int)(u * 40) * 7919 + (int)(v * 40) * 104729 + face * 31 + 1);
        spark = chance(&cell), spark = chance(&cell) < d->glitter ? spark : 0;
    }
    if (d->clear > 0) {
        Vec q = into(d->axes, dir), lamp = unit(sub(of(s->lamp), of(d->centre))), w = sub(spot->at, of(d->centre));
        float a = axis == 1 ? q.y : q.x, b = axis == 0 ? q.y : q.z;
        const uint8_t *below = masks + (long)d->face[face ^ 1] * size * size;
        through = .45f * d->clear * ink_at(below, size, clamp(.5f + (u - .5f) * .8f + a * .5f, 0, .99f),
                                          clamp(.5f + (v - .5f) * .8f + b * .5f, 0, .99f));
        glow = fmaxf(.4f, 1 - .9f * d->clear * (w.x * lamp.x + w.y * lamp.y) / d->half);
    }
    for (int k = 0; k < 3; k++) {
        float c = (d->body[k] * (1 - mix) + d->second[k] * mix) * glow + spark * .5f;
        c = c * (1 - through) + d->ink[k] * through;
        spot->colour[k] = c * (1 - ink) + d->ink[k] * ink;
    }
    spot->normal = back(d->axes, g);
    spot->gloss = d->gloss, spot->rough = d->rough, spot->clear = d->clear * (1 - ink);
    float up = spot->at.z / d->half;
    spot->shade = spot->normal.z > .7f ? .95f : .45f + .55f * fminf(1, up * .5f);
    spot->face = face + 1;
}

/* How much of the sky a spot of the floor or of a thing misses for what stands near it. */
static float hidden(const Scene *s, const Die *dice, Vec p, int floor) {
    float left = 1;
    for (int i = 0; i < s->dice; i++) {
        float q = len(sub(p, of(dice[i].centre))) / dice[i].half;
        if (q < 3) left *= 1 - .45f * fminf(1, (3 - q) / 2) * (1 - .5f * dice[i].clear);
    }
    for (int i = 0; floor && i < s->walls; i++) {
        const float *w = s->wall[i];
        float x = fmaxf(fmaxf(w[0] - p.x, p.x - w[3]), 0), y = fmaxf(fmaxf(w[1] - p.y, p.y - w[4]), 0);
        left *= 1 - .35f * expf(-sqrtf(x * x + y * y) / (.5f * (w[5] + .1f)));
    }
    return left;
}

static void shine(const Scene *s, const Die *dice, const Prop *props, Vec dir, const Spot *p, uint32_t *seed,
                  float *rgb) {
    float direct = 0, spark = 0;
    Vec from = add(p->at, mul(p->normal, .01f));
    for (int k = 0; k < 2; k++) {
        Vec off = vec((chance(seed) * 2 - 1) * s->lamp_size, (chance(seed) * 2 - 1) * s->lamp_size, 0);
        Vec to = sub(add(of(s->lamp), off), from);
        float far = len(to);
        to = mul(to, 1 / far);
        float face = dot(p->normal, to), wrapped = (face + p->clear * .5f) / (1 + p->clear * .5f);
        if (wrapped <= 0) continue;
        float light = face <= 0 ? 1 : lit(s, dice, props, from, to, far);
        direct += wrapped * light * .5f;
        float mirror = dot(p->normal, unit(sub(to, dir))), r = p->rough * p->rough;
        if (light == 1 && p->gloss > 0 && mirror > 0)
            spark += .5f * powf(mirror, 2 / (r + 1e-3f)) * (.15f / (r + .01f));
    }
    Vec r = sub(dir, mul(p->normal, 2 * dot(p->normal, dir)));
    float fresnel = .04f + .5f * powf(1 - fmaxf(0, -dot(dir, p->normal)), 5), up = .5f + .5f * p->normal.z;
    int pane = sinf(r.x * 5 + s->lamp[0]) * sinf(r.y * 4 + s->lamp[1]) > .3f;
    float seen = r.z > .05f ? s->window * (.3f + .7f * pane) : .05f;
    for (int k = 0; k < 3; k++) {
        float around = (s->sky[k] * up + s->ground[k] * (1 - up)) * p->shade;
        rgb[k] = p->colour[k] * (around + s->lamp_colour[k] * direct + p->clear * .25f * s->ground[k]);
        rgb[k] += p->gloss * (s->lamp_colour[k] * spark + fresnel * seen * 8 * s->sky[k]);
    }
}

/* Fills `rgb` (linear light) and `face`: 0, or 1 + 6 × die + face, for each pixel. */
void trace(const Scene *s, const Die *dice, const Prop *props, const uint8_t *masks, const uint8_t *floor,
           const uint8_t *noise, float *rgb, int32_t *face) {
    uint32_t seed = s->seed | 1;
    Vec eye = of(s->eye);
    float c = cosf(s->floor_turn), n = sinf(s->floor_turn);
    for (int i = 0; i < s->width * s->height; i++) {
        float x = (i % s->width + chance(&seed) - s->middle[0]) / s->focal;
        float y = (i / s->width + chance(&seed) - s->middle[1]) / s->focal;
        Vec dir = unit(into(s->view, vec(x, y, 1))), normal = vec(0, 0, 1), met = normal;
        float far = dir.z < -1e-4f ? -eye.z / dir.z : 1e9f, t;
        int what = far < 1e9f ? 1 : 0, which = 0; /* sky, floor, wall, prop, die */
        for (int k = 0; k < s->walls; k++)
            if ((t = meets_wall(s->wall[k], eye, dir, far, &met)) > 0) far = t, what = 2, normal = met;
        for (int k = 0; k < s->props; k++)
            if ((t = meets_prop(props + k, eye, dir, far, &met)) > 0) far = t, what = 3, which = k, normal = met;
        for (int k = 0; k < s->dice; k++)
            if ((t = meets_die(dice + k, eye, dir, far)) > 0) far = t, what = 4, which = k;
        face[i] = 0;
        if (what == 0) { for (int k = 0; k < 3; k++) rgb[3 * i + k] = s->sky[k] * .3f; continue; }
        Spot p = {add(eye, mul(dir, far)), normal, {.2f, .2f, .2f}, s->floor_gloss, .3f, 0, 1, 0};
        if (what == 1) {
            float u = p.at.x * c - p.at.y * n, v = p.at.x * n + p.at.y * c;
            texture(floor, s->floor_size, u * s->floor_scale, v * s->floor_scale, p.colour);
        } else if (what == 4) {
            skin(s, dice + which, dir, masks, noise, &p);
            face[i] = 6 * which + p.face;
        } else {
            float w[3];
            texture(noise, s->noise_size, p.at.x * .3f + p.at.z * .2f, p.at.y * .3f, w);
            const float *base = what == 2 ? s->wall_colour : props[which].colour;
            for (int k = 0; k < 3; k++) p.colour[k] = base[k] * (.6f + .6f * w[0]);
            if (what == 3) p.gloss = props[which].gloss, p.rough = .15f;
        }
        if (what != 4) p.shade = hidden(s, dice, p.at, what == 1);
        shine(s, dice, props, dir, &p, &seed, rgb + 3 * i);
    }
}
